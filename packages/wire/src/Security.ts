import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import type { AdminRequired, AuthenticationRequired, ViewOnly } from "@media/kernel/Errors"
import { FailAdminRequired, FailAuthenticationRequired, FailViewOnly } from "./WireError.ts"

/** The authenticated caller, resolved once per request from cookie, bearer token or `access_token`. */
export interface Principal {
  readonly accountId: string
  readonly sessionId: string
  readonly username: string
  readonly role: "administrator" | "member"
  /** Allowed by an administrator and narrowed by the account's own preference. */
  readonly showNsfw: boolean
  readonly mayCreateLibraries: boolean
  /** Ids of the libraries granted to a member; administrators see every library, whatever this contains. */
  readonly libraryIds: ReadonlyArray<string>
  /**
   * The administrator who is viewing as this account; the session is theirs. They read as this account and change
   * nothing, which the check of every route ensures.
   */
  readonly viewer?: Principal | undefined
}

export class CurrentPrincipal extends Context.Tag("@media/wire/CurrentPrincipal")<
  CurrentPrincipal,
  Principal
>() {}

/** Requires any signed-in account. */
export class RequireSession extends HttpApiMiddleware.Tag<RequireSession>()("@media/wire/RequireSession", {
  failure: Schema.Union(FailAuthenticationRequired, FailViewOnly),
  provides: CurrentPrincipal
}) {}

/** The signed-in account of a request, or null: for routes that are also open without signing in. */
export class CurrentCaller extends Context.Tag("@media/wire/CurrentCaller")<
  CurrentCaller,
  Principal | null
>() {}

/** Rejects no request. */
export class DescribeCaller extends HttpApiMiddleware.Tag<DescribeCaller>()("@media/wire/DescribeCaller", {
  provides: CurrentCaller
}) {}

/** Requires an administrator. */
export class RequireAdmin extends HttpApiMiddleware.Tag<RequireAdmin>()("@media/wire/RequireAdmin", {
  failure: Schema.Union(FailAuthenticationRequired, FailAdminRequired, FailViewOnly),
  provides: CurrentPrincipal
}) {}

export type SessionFailure = AuthenticationRequired | AdminRequired | ViewOnly

/** The data of a request that the history records for a command. */
export interface RequestOrigin {
  readonly ipAddress: string
  readonly userAgent: string
  readonly requestId: string
  readonly isSecure: boolean
  /** The path below which the browser sends our cookie. */
  readonly cookiePath: string
  /** The beginning of absolute URLs if the operator configured one; otherwise they begin with the requested host. */
  readonly publicAddress: string | undefined
  /** The request's `Idempotency-Key`, in lower case; see `wire/Idempotency`. */
  readonly idempotencyKey: string | undefined
}
export class CurrentOrigin extends Context.Tag("@media/wire/CurrentOrigin")<CurrentOrigin, RequestOrigin>() {}

/** Gives handlers the origin of the request: the address to throttle and the device to record. */
export class DescribeOrigin extends HttpApiMiddleware.Tag<DescribeOrigin>()("@media/wire/DescribeOrigin", {
  provides: CurrentOrigin
}) {}
