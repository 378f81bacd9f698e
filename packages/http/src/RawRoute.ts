import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Params } from "./RouteTable.ts"

/** The error of a raw route: a status and a sentence for people. */
export class RawFailure extends Data.TaggedError("RawFailure")<{
  readonly status: 400 | 403 | 404 | 409 | 410 | 412 | 416 | 422 | 429 | 500 | 503
  readonly text: string
  readonly retryAfterSeconds?: number
}> {}

/**
 * Who may call a raw route. `basic`: an account by its name and password in every request, for programs that know no
 * sessions; those of a session are let in, too. `reading-key`: the same by the headers of KOReader.
 */
export type RawAccess = "public" | "session" | "basic" | "reading-key" | "administrator"

/**
 * What the listener does with a request body before the route sees it. `none`: nothing is read, it must only arrive in
 * time. `json`: of this type, or of another that is JSON as well, and at most so many bytes. `stream`: neither size nor time
 * is limited; the route does both.
 */
export type BodyRule =
  "none" | "stream" | { readonly maxJsonBytes: number; readonly types?: ReadonlyArray<string> }

export interface PublicExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Decoded path parameters; `*` is the rest of the path. */
  readonly params: Params
  /** The token from the `access_token` query parameter, and only from there. */
  readonly accessToken: string | undefined
}

export interface RawExchange extends PublicExchange {
  readonly principal: Principal
}

/** A failure in the words of a protocol that has words for it. */
export type FailureBody = (
  failure: { readonly status: number; readonly message: string },
  request: IncomingMessage
) => { readonly type: string; readonly text: string }

interface RawRouteShape {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE"
  /** `:name` is one segment, a final `*` the rest. HEAD comes with GET. */
  readonly path: string
  readonly body: BodyRule
  readonly summary: string
  readonly contentType: string
  /** Instead of a line of text. */
  readonly failureBody?: FailureBody
}

/**
 * How failures are written. `text`: a status and a line of text, which is what players and readers understand.
 * `envelope`: as on the typed API; such a route has no failures of its own yet.
 */
type Handler<Exchange, R> =
  | { readonly errors?: "text"; readonly handle: (exchange: Exchange) => Effect.Effect<void, RawFailure, R> }
  | { readonly errors: "envelope"; readonly handle: (exchange: Exchange) => Effect.Effect<void, never, R> }

/** A route that writes the response itself. It cannot be declared without stating who may use it, and its body. */
export type RawRoute<R> = RawRouteShape &
  (
    | ({ readonly access: "public" } & Handler<PublicExchange, R>)
    | ({ readonly access: Exclude<RawAccess, "public"> } & Handler<RawExchange, R>)
  )
