import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkMirrored, OkNull, Page, Fail } from "@media/wire/Envelope"
import { Body, SafeText, ShownText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { DescribeCaller, DescribeOrigin, RequireSession } from "@media/wire/Security"
import { FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { Settings } from "../../platform/settings/contract.ts"
import { isCommon } from "./commonPasswords.ts"
import { InvalidCredentials, SetupAlreadyCompleted, SignInBusy, TooManyAttempts } from "./errors.ts"
import { isMonotonous, usernameProblem } from "./username.ts"

export const Role = Schema.Literal("administrator", "member")

export const User = Schema.Struct({
  id: Uuid,
  username: Schema.String,
  displayName: Schema.String,
  role: Role,
  enabled: Schema.Boolean,
  allowNsfw: Schema.Boolean,
  showNsfw: Schema.Boolean,
  mayCreateLibraries: Schema.Boolean,
  libraryIds: Schema.Array(Uuid),
  lastLoginAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp
}).annotations({ identifier: "User" })
export type User = typeof User.Type

export const SetupStatus = Schema.Struct({
  needsSetup: Schema.Boolean,
  hasUsers: Schema.Boolean
}).annotations({ identifier: "SetupStatus" })

export const SignedIn = Schema.Struct({ accessToken: Schema.String, user: User }).annotations({
  identifier: "SignedIn"
})

export const DeviceSession = Schema.Struct({
  id: Uuid,
  client: Schema.NullOr(Schema.String),
  deviceName: Schema.NullOr(Schema.String),
  deviceId: Schema.NullOr(Schema.String),
  ipAddress: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  isCurrent: Schema.Boolean
}).annotations({ identifier: "DeviceSession" })
export type DeviceSession = typeof DeviceSession.Type

export const Username = SafeText(64).pipe(
  Schema.filter((name) => usernameProblem(name) === undefined, {
    // The invalid value may have any type. It is not converted to text, because the conversion fails for an object such
    // as `{"toString": 1}`.
    message: ({ actual }) => (typeof actual === "string" ? (usernameProblem(actual) ?? "") : "must be text")
  })
)
export const NewPassword = SafeText(256).pipe(
  Schema.minLength(8, { message: () => "must have at least 8 characters" }),
  Schema.filter((password) => !isMonotonous(password), {
    message: () => "must not be blank or a single repeated character"
  }),
  Schema.filter((password) => !isCommon(password), {
    message: () => "is one of the most common passwords, which attackers try first"
  })
)

const SetupPayload = Body({
  // The command validates the name, not this schema. If an account that was imported from an earlier version has an
  // invalid name, the command accepts this name.
  username: SafeText(256),
  password: NewPassword,
  displayName: Schema.optional(ShownText(100))
})
const LoginPayload = Body({
  username: SafeText(256),
  password: SafeText(1024),
  client: Schema.optional(SafeText(100)),
  deviceName: Schema.optional(SafeText(100)),
  deviceId: Schema.optional(SafeText(200))
})
export const DisplayName = ShownText(100).pipe(
  Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
)
const MePatch = Body({
  displayName: Schema.optional(DisplayName),
  showNsfw: Schema.optional(Schema.Boolean)
})

const PasswordPayload = Body({ currentPassword: SafeText(1024), newPassword: NewPassword })
export const EndedSessions = Schema.Struct({
  /** Number of sessions that were ended. */
  count: Schema.Int
}).annotations({ identifier: "EndedSessions" })

const FailSetupAlreadyCompleted = Fail(SetupAlreadyCompleted, "setup_already_completed", 409)
const FailInvalidCredentials = Fail(InvalidCredentials, "invalid_credentials", 401)
const FailSignInBusy = Fail(SignInBusy, "auth_busy", 503)
const FailTooManyAttempts = Fail(TooManyAttempts, "auth_rate_limited", 429)

export class AuthPublicGroup extends HttpApiGroup.make("authPublic")
  .add(
    HttpApiEndpoint.get("setupStatus", "/api/auth/setup-status").addSuccess(
      OkMirrored("SetupStatusResponse", SetupStatus, ["needsSetup", "hasUsers"])
    )
  )
  .add(
    HttpApiEndpoint.post("setup", "/api/auth/setup")
      .setPayload(SetupPayload)
      .addSuccess(OkMirrored("SetupResponse", SignedIn, ["accessToken"], 201))
      .addError(FailSetupAlreadyCompleted)
      .addError(FailInvalid)
      .addError(FailTooManyAttempts)
      .addError(FailSignInBusy)
  )
  .add(
    HttpApiEndpoint.post("login", "/api/auth/login")
      .setPayload(LoginPayload)
      .addSuccess(OkMirrored("LoginResponse", SignedIn, ["accessToken"]))
      .addError(FailInvalidCredentials)
      .addError(FailTooManyAttempts)
      .addError(FailSignInBusy)
  )
  .middleware(DescribeOrigin) {}

/** The data that a client needs before it can render a page. */
export const SessionStart = Schema.Struct({
  /** True if the server has no administrator yet. */
  needsSetup: Schema.Boolean,
  /**
   * The caller's account, or the viewed member while an administrator views the app as a member. Null if signed out.
   */
  user: Schema.NullOr(User),
  /** The administrator who views the app as `user` and therefore cannot change any data. Null for all other callers. */
  viewer: Schema.NullOr(Schema.Struct({ id: Uuid, username: Schema.String })),
  /** The settings of the server. Null if signed out. */
  settings: Schema.NullOr(Settings),
  /**
   * The account's preference with the key `web`, which may be any JSON value. Null if the preference does not exist, if
   * signed out, or while viewing as a member.
   */
  uiPrefs: Schema.Unknown
}).annotations({ identifier: "SessionStart" })
export type SessionStart = typeof SessionStart.Type

/**
 * The route for the data that a client needs at startup. The response is 200 even if the caller is signed out, so that
 * a page can detect this without a failing request.
 */
export class SessionGroup extends HttpApiGroup.make("session")
  .add(HttpApiEndpoint.get("get", "/api/session").addSuccess(Ok("SessionResponse", SessionStart)))
  .middleware(DescribeCaller) {}

export class AuthGroup extends HttpApiGroup.make("auth")
  .add(HttpApiEndpoint.post("logout", "/api/auth/logout").addSuccess(OkNull))
  .add(HttpApiEndpoint.get("me", "/api/auth/me").addSuccess(Ok("MeResponse", User)))
  .add(
    HttpApiEndpoint.patch("updateMe", "/api/auth/me")
      .setPayload(MePatch)
      .addSuccess(Ok("UpdateMeResponse", User))
  )
  .add(
    HttpApiEndpoint.get("sessions", "/api/auth/sessions").addSuccess(Page("SessionsResponse", DeviceSession))
  )
  .add(
    HttpApiEndpoint.post("changePassword", "/api/auth/password")
      .setPayload(PasswordPayload)
      .addSuccess(OkNull)
      .addError(FailInvalid)
      .addError(FailTooManyAttempts)
      .addError(FailSignInBusy)
  )
  .add(
    HttpApiEndpoint.del("revokeOthers", "/api/auth/sessions").addSuccess(
      Ok("EndedSessionsResponse", EndedSessions)
    )
  )
  .add(
    HttpApiEndpoint.del("revokeSession", "/api/auth/sessions/:id")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
  )
  .middleware(DescribeOrigin)
  .middleware(RequireSession) {}
