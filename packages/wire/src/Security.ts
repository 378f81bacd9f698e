import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import type { AdminRequired, AuthenticationRequired, ViewOnly } from "@media/kernel/Errors"
import { FailAdminRequired, FailAuthenticationRequired, FailViewOnly } from "./WireError.ts"

/** The authenticated caller, resolved once per request from the cookie, the bearer token or `access_token`. */
export interface Principal {
  readonly accountId: string
  readonly sessionId: string
  readonly username: string
  readonly role: "administrator" | "member"
  /** True if an administrator allowed NSFW content and the account has not hidden it. */
  readonly showNsfw: boolean
  readonly mayCreateLibraries: boolean
  /** Ids of the libraries granted to a member. Administrators see every library, regardless of this list. */
  readonly libraryIds: ReadonlyArray<string>
  /**
   * The administrator who owns the session, if an administrator is viewing the app as this account. Such a caller sees
   * what the account may see, but cannot make changes. Every route enforces this.
   */
  readonly viewer?: Principal | undefined
}

export class CurrentPrincipal extends Context.Tag("@media/wire/CurrentPrincipal")<
  CurrentPrincipal,
  Principal
>() {}

/** Requires a signed-in account. */
export class RequireSession extends HttpApiMiddleware.Tag<RequireSession>()("@media/wire/RequireSession", {
  failure: Schema.Union(FailAuthenticationRequired, FailViewOnly),
  provides: CurrentPrincipal
}) {}

/** The signed-in account of a request, or null, for routes that are also available without signing in. */
export class CurrentCaller extends Context.Tag("@media/wire/CurrentCaller")<
  CurrentCaller,
  Principal | null
>() {}

/** Provides the caller, if there is one. Never rejects a request. */
export class DescribeCaller extends HttpApiMiddleware.Tag<DescribeCaller>()("@media/wire/DescribeCaller", {
  provides: CurrentCaller
}) {}

/** Requires an administrator. */
export class RequireAdmin extends HttpApiMiddleware.Tag<RequireAdmin>()("@media/wire/RequireAdmin", {
  failure: Schema.Union(FailAuthenticationRequired, FailAdminRequired, FailViewOnly),
  provides: CurrentPrincipal
}) {}

export type SessionFailure = AuthenticationRequired | AdminRequired | ViewOnly

/**
 * Information about a request. The history records it with each command, and some handlers need it for their response.
 */
export interface RequestOrigin {
  readonly ipAddress: string
  readonly userAgent: string
  readonly requestId: string
  readonly isSecure: boolean
  /** The path to which the browser limits our cookie. */
  readonly cookiePath: string
  /**
   * The beginning of absolute URLs, if the operator configured a public address. Otherwise, absolute URLs begin with
   * the requested host.
   */
  readonly publicAddress: string | undefined
  /** The request's `Idempotency-Key` in lower case. See `wire/Idempotency`. */
  readonly idempotencyKey: string | undefined
}
export class CurrentOrigin extends Context.Tag("@media/wire/CurrentOrigin")<CurrentOrigin, RequestOrigin>() {}

/** Provides handlers with the origin of the request, such as the address to throttle and the device to record. */
export class DescribeOrigin extends HttpApiMiddleware.Tag<DescribeOrigin>()("@media/wire/DescribeOrigin", {
  provides: CurrentOrigin
}) {}
