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
 * The callers of a raw route. `basic`: an account that sends its name and password with every request, for programs
 * without sessions; callers with a session are accepted too. `reading-key`: the same with the headers of KOReader.
 */
export type RawAccess = "public" | "session" | "basic" | "reading-key" | "administrator"

/**
 * How the listener handles a request body before the route sees it. `none`: reads nothing, but the body must arrive in
 * time. `json`: of this type or another JSON type, and at most this many bytes. `stream`: no limits; the route enforces
 * its own.
 */
export type BodyRule =
  "none" | "stream" | { readonly maxJsonBytes: number; readonly types?: ReadonlyArray<string> }

export interface PublicExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Decoded path parameters; `*` is the rest of the path. */
  readonly params: Params
  /** The token of the `access_token` query parameter, and only of that. */
  readonly accessToken: string | undefined
}

export interface RawExchange extends PublicExchange {
  readonly principal: Principal
}

/** Writes a failure in the format of a protocol that defines one. */
export type FailureBody = (
  failure: { readonly status: number; readonly message: string },
  request: IncomingMessage
) => { readonly type: string; readonly text: string }

interface RawRouteShape {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE"
  /** `:name` matches one segment, a final `*` the rest. GET includes HEAD. */
  readonly path: string
  readonly body: BodyRule
  readonly summary: string
  readonly contentType: string
  /** Statuses besides those that all routes of this method may return, each with its meaning. */
  readonly statuses?: Readonly<Record<number, string>>
  /** Replaces the default line of text. */
  readonly failureBody?: FailureBody
}

/**
 * How failures are written. `text`: a status and a line of text, which players and readers understand. `envelope`: as
 * in the typed API; such a route has no failures of its own yet.
 */
type Handler<Exchange, R> =
  | { readonly errors?: "text"; readonly handle: (exchange: Exchange) => Effect.Effect<void, RawFailure, R> }
  | { readonly errors: "envelope"; readonly handle: (exchange: Exchange) => Effect.Effect<void, never, R> }

/** A route that writes the response itself. Its declaration must state who may call it and what body it takes. */
export type RawRoute<R> = RawRouteShape &
  (
    | ({ readonly access: "public" } & Handler<PublicExchange, R>)
    | ({ readonly access: Exclude<RawAccess, "public"> } & Handler<RawExchange, R>)
  )
