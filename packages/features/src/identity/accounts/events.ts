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
/** An account was imported from a pre-2.0 install. Instants are ISO 8601, UTC. */
export const AccountImported = event("account.imported.v1", {
  username: Schema.String,
  /** The earlier name, if it is invalid or taken here. */
  formerUsername: Schema.NullOr(Schema.String),
  displayName: Schema.String,
  enabled: Schema.Boolean,
  allowNsfw: Schema.Boolean,
  libraryIds: Schema.Array(Uuid),
  lastSignInAt: Schema.NullOr(Schema.String)
})
/** A member became the first administrator. */
export const AccountPromoted = event("account.promoted.v1", {})
/** The operator set this account's password at startup. The account is an enabled administrator again. */
export const AccountRecovered = event("account.recovered.v1", {})
export const AccountRenamed = event("account.renamed.v1", { displayName: Schema.String })
export const NsfwPreferenceChanged = event("account.nsfw-preference-changed.v1", { showNsfw: Schema.Boolean })

/** An account that created a library may use it. */
export const LibraryGranted = event("account.library-granted.v1", { libraryId: Uuid })

export const RoleChanged = event("account.role-changed.v1", { role: Role })
/** The sessions of the account ended, and it cannot sign in. */
export const AccountDisabled = event("account.disabled.v1", {})
export const AccountEnabled = event("account.enabled.v1", {})
export const NsfwPermissionChanged = event("account.nsfw-permission-changed.v1", {
  allowNsfw: Schema.Boolean
})
export const LibraryCreationChanged = event("account.library-creation-changed.v1", {
  mayCreateLibraries: Schema.Boolean
})
/** All libraries that the account may see from now on. */
export const LibrariesChanged = event("account.libraries-changed.v1", { libraryIds: Schema.Array(Uuid) })
/** An administrator gave the account a new password, and all its sessions ended. No event contains the password. */
export const PasswordReset = event("account.password-reset.v1", {})
/** Contains names for later readers of the log, because no row has them any more. */
export const AccountDeleted = event("account.deleted.v1", {
  username: Schema.String,
  displayName: Schema.String
})
/** An administrator, who is the actor, started to view as this account. */
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

// Each sign-in has its own stream, because an account's own stream is read completely for each change.
export const SignedIn = event("sign-in.succeeded.v1", {
  accountId: Uuid,
  client: Schema.NullOr(Schema.String),
  deviceName: Schema.NullOr(Schema.String)
})
/** The name that was typed is not stored, because people type passwords there. */
export const SignInFailed = event("sign-in.failed.v1", {
  /** Null if no account has the name. */
  accountId: Schema.NullOr(Uuid),
  /** Further failures of this hour are only in the log of the server. */
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
