import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Fail, OkNull, Page } from "@media/wire/Envelope"
import { FailIdempotencyKeyReused } from "@media/wire/Idempotency"
import { Body, pageParams } from "@media/wire/Query"
import { idPath, resource } from "@media/wire/Resource"
import { DescribeOrigin, RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { DeviceSession, DisplayName, NewPassword, Role, User, Username } from "../accounts/contract.ts"
import { LastAdminRequired, UsernameTaken } from "./errors.ts"

/**
 * The route that starts and ends a view. The same path is also in `RawGate`, which rejects all other changes during a
 * view.
 */
const VIEW_PATH = "/api/session/view"

/** Maximum number of libraries of an account. A longer list is probably a mistake. */
const maxLibraries = 10_000
const LibraryIds = Schema.Array(Uuid).pipe(
  Schema.maxItems(maxLibraries, { message: () => `must contain at most ${maxLibraries} libraries` })
)

const rights = {
  role: Schema.optional(Role),
  enabled: Schema.optional(Schema.Boolean),
  allowNsfw: Schema.optional(Schema.Boolean),
  mayCreateLibraries: Schema.optional(Schema.Boolean),
  libraryIds: Schema.optional(LibraryIds)
}
export const UserInput = Body({
  username: Username,
  password: NewPassword,
  displayName: Schema.optional(DisplayName),
  ...rights
})
export type UserInput = typeof UserInput.Type

export const UserPatch = Body({ displayName: Schema.optional(DisplayName), ...rights })
export type UserPatch = typeof UserPatch.Type

const users = resource({ name: "User", path: "/api/users", detail: User, summary: User })
const FailLastAdminRequired = Fail(LastAdminRequired, "last_admin_required", 409)
const FailUsernameTaken = Fail(UsernameTaken, "username_taken", 409)

export class UsersAdminGroup extends HttpApiGroup.make("usersAdmin")
  .add(users.list.setUrlParams(Schema.Struct(pageParams)))
  .add(users.create.setPayload(UserInput).addError(FailUsernameTaken).addError(FailIdempotencyKeyReused))
  .add(users.get)
  .add(users.update.setPayload(UserPatch).addError(FailLastAdminRequired))
  .add(users.remove.addError(FailLastAdminRequired))
  .add(
    HttpApiEndpoint.post("resetPassword", "/api/users/:id/password")
      .setPath(idPath)
      .setPayload(Body({ newPassword: NewPassword }))
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("sessions", "/api/users/:id/sessions")
      .setPath(idPath)
      .addSuccess(Page("UserSessionsResponse", DeviceSession))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.del("revokeSession", "/api/users/:id/sessions/:sessionId")
      .setPath(Schema.Struct({ id: Schema.String, sessionId: Schema.String }))
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .middleware(DescribeOrigin)
  .middleware(RequireAdmin) {}

export class ViewGroup extends HttpApiGroup.make("view")
  .add(
    HttpApiEndpoint.put("start", VIEW_PATH)
      .setPayload(Body({ userId: Uuid }))
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(HttpApiEndpoint.del("end", VIEW_PATH).addSuccess(OkNull))
  .middleware(RequireAdmin) {}
