import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const Role = Schema.Literal("administrator", "member")

export const AccountCreated = event("account.created.v1", {
  username: Schema.String,
  displayName: Schema.String,
  role: Role,
  allowNsfw: Schema.Boolean,
  mayCreateLibraries: Schema.Boolean,
  libraryIds: Schema.Array(Uuid)
})
/** A member account became the first administrator's. */
export const AccountPromoted = event("account.promoted.v1", {})
export const AccountRenamed = event("account.renamed.v1", { displayName: Schema.String })
export const NsfwPreferenceChanged = event("account.nsfw-preference-changed.v1", { showNsfw: Schema.Boolean })

/** An account that created a library may use it. */
export const LibraryGranted = event("account.library-granted.v1", { libraryId: Uuid })

export const AccountEvent = Schema.Union(
  AccountCreated,
  AccountPromoted,
  AccountRenamed,
  NsfwPreferenceChanged,
  LibraryGranted
)
export type AccountEvent = typeof AccountEvent.Type
export const accountEvents = AccountEvent.members
