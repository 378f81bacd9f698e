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
/** An account was imported from a pre-2.0 installation. Times are in ISO 8601, UTC. */
export const AccountImported = event("account.imported.v1", {
  username: Schema.String,
  /** The earlier name, if the import had to change it. Null if the account kept its name. */
  formerUsername: Schema.NullOr(Schema.String),
  displayName: Schema.String,
  enabled: Schema.Boolean,
  allowNsfw: Schema.Boolean,
  libraryIds: Schema.Array(Uuid),
  lastSignInAt: Schema.NullOr(Schema.String)
})
/** A member became the first administrator. */
export const AccountPromoted = event("account.promoted.v1", {})
/** The password was set through the environment at startup. The account is now an enabled administrator. */
export const AccountRecovered = event("account.recovered.v1", {})
export const AccountRenamed = event("account.renamed.v1", { displayName: Schema.String })
export const NsfwPreferenceChanged = event("account.nsfw-preference-changed.v1", { showNsfw: Schema.Boolean })

/** The account created this library and was therefore granted access to it. */
export const LibraryGranted = event("account.library-granted.v1", { libraryId: Uuid })

export const RoleChanged = event("account.role-changed.v1", { role: Role })
/** The account was disabled. Its sessions have ended, and its user cannot sign in. */
export const AccountDisabled = event("account.disabled.v1", {})
export const AccountEnabled = event("account.enabled.v1", {})
export const NsfwPermissionChanged = event("account.nsfw-permission-changed.v1", {
  allowNsfw: Schema.Boolean
})
export const LibraryCreationChanged = event("account.library-creation-changed.v1", {
  mayCreateLibraries: Schema.Boolean
})
/** The account was granted or denied access to libraries. `libraryIds` contains all libraries that it may now see. */
export const LibrariesChanged = event("account.libraries-changed.v1", { libraryIds: Schema.Array(Uuid) })
/**
 * An administrator set a new password for the account, and all of its sessions ended. No event contains the password.
 */
export const PasswordReset = event("account.password-reset.v1", {})
/**
 * An account was deleted. The event contains its names, so that the history can still show them after the account's row
 * is deleted.
 */
export const AccountDeleted = event("account.deleted.v1", {
  username: Schema.String,
  displayName: Schema.String
})
/** An administrator, who is the actor of the event, started to view the app as this account. */
export const ViewStarted = event("account.view-started.v1", {})
export const ViewEnded = event("account.view-ended.v1", {})

export const AccountEvent = Schema.Union(
  AccountCreated,
  AccountImported,
  AccountPromoted,
  AccountRecovered,
  AccountRenamed,
  NsfwPreferenceChanged,
  LibraryGranted,
  RoleChanged,
  AccountDisabled,
  AccountEnabled,
  NsfwPermissionChanged,
  LibraryCreationChanged,
  LibrariesChanged,
  PasswordReset,
  AccountDeleted,
  ViewStarted,
  ViewEnded
)
export type AccountEvent = typeof AccountEvent.Type

// Each sign-in has its own stream. If sign-ins were in the account's stream, every change to the account would have to
// read all of them.
export const SignedIn = event("sign-in.succeeded.v1", {
  accountId: Uuid,
  client: Schema.NullOr(Schema.String),
  deviceName: Schema.NullOr(Schema.String)
})
/** A sign-in failed. The entered name is not stored, because users sometimes type their password there. */
export const SignInFailed = event("sign-in.failed.v1", {
  /** Null if no account has the entered name. */
  accountId: Schema.NullOr(Uuid),
  /**
   * True if the limit of events is reached, so that later failures in this hour are written only to the server's log.
   */
  isLast: Schema.Boolean
})
export const SessionEnded = event("sign-in.ended.v1", {
  accountId: Uuid,
  how: Schema.Literal("signed-out", "device-removed", "other-devices-removed"),
  count: Schema.Int
})
export const PasswordChanged = event("sign-in.password-changed.v1", { accountId: Uuid })

export const SignInEvent = Schema.Union(SignedIn, SignInFailed, SessionEnded, PasswordChanged)
export type SignInEvent = typeof SignInEvent.Type
export const accountEvents = [...AccountEvent.members, ...SignInEvent.members] as const
