import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Params } from "./RouteTable.ts"

/** The error of a raw route: an HTTP status and a message for users. */
export class RawFailure extends Data.TaggedError("RawFailure")<{
  readonly status: 400 | 403 | 404 | 409 | 410 | 412 | 416 | 422 | 429 | 500 | 503
  readonly text: string
  readonly retryAfterSeconds?: number
}> {}

/**
 * The callers that a raw route accepts. `basic` is for programs without sessions. They send the username and the
 * password of an account with every request. `basic` also accepts sessions. `reading-key` is like `basic`, but uses the
 * headers of KOReader.
 */
export type RawAccess = "public" | "session" | "basic" | "reading-key" | "administrator"

/**
 * The rule that the listener applies to a request body before the route runs.
 * - `none`: the body is not read, but must arrive in time.
 * - `maxJsonBytes`: the body must be JSON or have a media type in `types`, and must not be longer than this number of
 *   bytes.
 * - `stream`: the listener sets no limits, so the route must enforce its own limits.
 */
export type BodyRule =
  "none" | "stream" | { readonly maxJsonBytes: number; readonly types?: ReadonlyArray<string> }

export interface PublicExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Decoded path parameters. `*` is the rest of the path. */
  readonly params: Params
  /** The token in the query parameter `access_token`. Tokens in headers and cookies are not included. */
  readonly accessToken: string | undefined
}

export interface RawExchange extends PublicExchange {
  readonly principal: Principal
}

/** Formats a failure for a protocol that defines its own error format. */
export type FailureBody = (
  failure: { readonly status: number; readonly message: string },
  request: IncomingMessage
) => { readonly type: string; readonly text: string }

interface RawRouteShape {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE"
  /** The path pattern. `:name` matches one segment, and a final `*` matches the rest. A GET route also handles HEAD. */
  readonly path: string
  readonly body: BodyRule
  readonly summary: string
  readonly contentType: string
  /**
   * Descriptions of the statuses that only this route returns, keyed by status. They supplement the statuses that all
   * routes with this method return.
   */
  readonly statuses?: Readonly<Record<number, string>>
  /** Formats a failure. By default, a failure is a line of text. */
  readonly failureBody?: FailureBody
}

/**
 * The format of failures. `text`: a line of text, which players and reading apps understand. `envelope`: the JSON error
 * of the typed API. The type does not yet allow a route with `envelope` to fail with its own errors.
 */
type Handler<Exchange, R> =
  | { readonly errors?: "text"; readonly handle: (exchange: Exchange) => Effect.Effect<void, RawFailure, R> }
  | { readonly errors: "envelope"; readonly handle: (exchange: Exchange) => Effect.Effect<void, never, R> }

/** A route that writes the response itself. It must declare who may call it and which body it accepts. */
export type RawRoute<R> = RawRouteShape &
  (
    | ({ readonly access: "public" } & Handler<PublicExchange, R>)
    | ({ readonly access: Exclude<RawAccess, "public"> } & Handler<RawExchange, R>)
  )
