import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Serve from "@media/wire/Serve"
import * as Effect from "effect/Effect"
import { createLibrary, removeLibrary, scanLibrary, updateLibrary, type LibraryInput } from "./commands.ts"
import { LibrariesAdminGroup, LibrariesGroup } from "./contract.ts"
import { listFiles } from "./files.ts"
import { folderContents } from "./folderContents.ts"
import { browse } from "./folders.ts"
import { getLibrary, listLibraries } from "./queries.ts"

export const LibrariesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(LibrariesGroup),
  "libraries",
  (handlers) =>
    handlers
      .handle("list", () =>
        respond(
          Effect.gen(function* () {
            const items = yield* listLibraries(yield* CurrentPrincipal)
            return { items, total: items.length, page: 1, perPage: Math.max(40, items.length) }
          })
        )
      )
      .handle("get", Serve.get(getLibrary))
      .handle(
        "create",
        Serve.createOnce((principal, input: LibraryInput, key) =>
          Effect.catchTag(createLibrary(principal, input, key), "NotFound", (defect) => Effect.die(defect))
        )
      )
)

export const LibrariesAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(LibrariesAdminGroup),
  "librariesAdmin",
  (handlers) =>
    handlers
      .handle("browse", ({ urlParams }) => respond(browse(urlParams.path)))
      .handle("folderContents", ({ urlParams }) => respond(folderContents(urlParams.path)))
      .handle("update", ({ path, payload }) =>
        respondTo((principal) => updateLibrary(principal, path.id, payload as Partial<LibraryInput>))
      )
      .handle("remove", Serve.remove(removeLibrary))
      .handle("scan", ({ path, payload }) =>
        respondTo((principal) => scanLibrary(principal, path.id, payload.path))
      )
      .handle("files", Serve.list(listFiles))
)
