import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { addBookmark, removeBookmark, renameBookmark } from "./commands.ts"
import { BookmarksGroup } from "./contract.ts"
import { listBookmarks } from "./queries.ts"

export const BookmarksLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(BookmarksGroup),
  "bookmarks",
  (handlers) =>
    handlers
      .handle("list", ({ path }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => listBookmarks(principal, path.id)))
      )
      .handle("add", ({ path, payload }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => addBookmark(principal, path.id, payload)))
      )
      .handle("rename", ({ path, payload }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) =>
            renameBookmark(principal, path.id, path.bookmarkId, payload.name)
          )
        )
      )
      .handle("remove", ({ path }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) => removeBookmark(principal, path.id, path.bookmarkId))
        )
      )
)
