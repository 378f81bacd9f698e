import { NotFound } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ItemKind } from "../../../ItemKind.ts"
import type { MediaKind } from "../../../MediaKind.ts"
import { renewOwn } from "../own.ts"
import { pictureRoute, pictureUploadRoute } from "../pictureRoutes.ts"
import { servedOrRenewed } from "../serve.ts"
import { requireRole, requireRoleEdit, uploadRolePicture } from "./commands.ts"
import { renewFromFile } from "./fromFiles.ts"
import { rolePictureSeen } from "./queries.ts"

type Asked = Parameters<typeof servedOrRenewed>[2]

/** Returns an item's picture in a role. Undefined if no picture is recorded. */
export const serveRole =
  (kind: ItemKind) => (principal: Principal, id: string, asked: Asked, named: string) =>
    Effect.gen(function* () {
      const role = yield* requireRole(named)
      const seen = yield* Effect.orDie(rolePictureSeen(principal, kind, role, id))
      if (Option.isNone(seen)) return yield* new NotFound({ what: kind })
      const { source, version, width } = seen.value
      if (version === null) return undefined
      const known = { version, width, role }
      return source === "file"
        ? yield* servedOrRenewed(id, known, asked, renewFromFile(role))
        : yield* servedOrRenewed(id, known, asked, renewOwn(version, role))
    })

/** Builds the route that sends the backdrops and logos of items of this kind. */
export const roleRoute = ({ kind, paths }: MediaKind<ItemKind>) =>
  pictureRoute({ path: paths.list, what: kind, name: "pictures/:role", serve: serveRole(kind) })

/** Builds the route that receives uploaded backdrops and logos for items of this kind. */
export const roleUpload = ({ kind, paths }: MediaKind<ItemKind>) =>
  pictureUploadRoute({
    path: paths.list,
    what: kind,
    name: "pictures/:role",
    require: (principal, id, named) =>
      Effect.flatMap(requireRole(named), (role) => requireRoleEdit(principal, kind, role, id)),
    upload: (principal, id, bytes, named) =>
      Effect.flatMap(requireRole(named), (role) => uploadRolePicture(principal, role, id, bytes))
  })
