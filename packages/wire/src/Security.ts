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
  /** What an administrator allowed, narrowed by the account's own preference. */
  readonly showNsfw: boolean
  readonly mayCreateLibraries: boolean
  /** Ids of the libraries a member was granted; administrators see every library, whatever this holds. */
  readonly libraryIds: ReadonlyArray<string>
  /**
   * The administrator who looks at what this account sees; the session is theirs. They read as this account and change
   * nothing, which the gate of every route sees to.
   */
  readonly viewer?: Principal | undefined
}

export class CurrentPrincipal extends Context.Tag("@media/wire/CurrentPrincipal")<
  CurrentPrincipal,
  Principal
>() {}

/** Any signed-in account. */
export class RequireSession extends HttpApiMiddleware.Tag<RequireSession>()("@media/wire/RequireSession", {
  failure: Schema.Union(FailAuthenticationRequired, FailViewOnly),
  provides: CurrentPrincipal
}) {}

/** The signed-in account behind a request, or null: for what both are told. */
export class CurrentCaller extends Context.Tag("@media/wire/CurrentCaller")<
  CurrentCaller,
  Principal | null
>() {}

/** Refuses no request. */
export class DescribeCaller extends HttpApiMiddleware.Tag<DescribeCaller>()("@media/wire/DescribeCaller", {
  provides: CurrentCaller
}) {}

/** An administrator. */
export class RequireAdmin extends HttpApiMiddleware.Tag<RequireAdmin>()("@media/wire/RequireAdmin", {
  failure: Schema.Union(FailAuthenticationRequired, FailAdminRequired, FailViewOnly),
  provides: CurrentPrincipal
}) {}

export type SessionFailure = AuthenticationRequired | AdminRequired | ViewOnly

/** What the history records about the request behind a command. */
export interface RequestOrigin {
  readonly ipAddress: string
  readonly userAgent: string
  readonly requestId: string
  readonly isSecure: boolean
  /** Below which path the browser sends our cookie. */
  readonly cookiePath: string
  /** What whole addresses begin with when the operator has said it; otherwise they begin with the host that was asked for. */
  readonly publicAddress: string | undefined
  /** `Idempotency-Key` of the request as it came, in lower case; see `wire/Idempotency`. */
  readonly idempotencyKey: string | undefined
}
export class CurrentOrigin extends Context.Tag("@media/wire/CurrentOrigin")<CurrentOrigin, RequestOrigin>() {}

/** Gives handlers the origin of the request: the address to throttle, the device to record. */
export class DescribeOrigin extends HttpApiMiddleware.Tag<DescribeOrigin>()("@media/wire/DescribeOrigin", {
  provides: CurrentOrigin
}) {}
