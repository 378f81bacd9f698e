import { NotFound } from "@media/kernel/Errors"
import { type PictureRole, pictureRoles } from "@media/pictures/PictureSet"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ItemKind } from "../../../ItemKind.ts"
import * as Access from "../../../platform/access/Access.ts"
import { byAccount, orConflict } from "../../../platform/access/Command.ts"
import { storeOwn } from "../own.ts"
import { rolePictureSeen } from "./queries.ts"
import { describedPicture, setRolePicture } from "./record.ts"

const isRole = (text: string): text is PictureRole => (pictureRoles as ReadonlyArray<string>).includes(text)

/** Returns the role in a path. Fails with `NotFound` for any other text. */
export const requireRole = (text: string): Effect.Effect<PictureRole, NotFound> =>
  isRole(text) ? Effect.succeed(text) : Effect.fail(new NotFound({ what: "picture" }))

/** Fails unless the caller may see and change the item. */
export const requireRoleEdit = Effect.fn("pictures.requireRoleEdit")(function* (
  principal: Principal,
  kind: ItemKind,
  role: PictureRole,
  id: string
) {
  const seen = yield* rolePictureSeen(principal, kind, role, id)
  if (Option.isNone(seen)) return yield* new NotFound({ what: kind })
  yield* Access.require(principal, "edit-item", { id })
})

/** Makes an uploaded picture the backdrop or logo of an item. */
export const uploadRolePicture = Effect.fn("pictures.uploadRole")(function* (
  principal: Principal,
  role: PictureRole,
  id: string,
  bytes: Buffer
) {
  const picture = describedPicture(yield* storeOwn(id, bytes, role))
  yield* setRolePicture(id, role, "user", picture, byAccount(principal)).pipe(orConflict)
  return null
})

/**
 * Removes the uploaded backdrop or logo of an item. The item then shows the picture file next to it or the picture from
 * a website again, if there is one.
 */
export const resetRolePicture = Effect.fn("pictures.resetRole")(function* (
  principal: Principal,
  kind: ItemKind,
  id: string,
  named: string
) {
  const role = yield* requireRole(named)
  yield* requireRoleEdit(principal, kind, role, id)
  yield* setRolePicture(id, role, "user", null, byAccount(principal)).pipe(orConflict)
})
