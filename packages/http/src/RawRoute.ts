import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Principal } from "@media/wire/Security"

/** Errors of raw routes are a bare status and a line of text, never the envelope. */
export class RawFailure extends Data.TaggedError("RawFailure")<{
  readonly status: 400 | 403 | 404 | 410 | 416 | 422 | 500 | 503
  readonly text: string
  readonly retryAfterSeconds?: number
}> {}

export interface RawExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly principal: Principal
  /** Decoded path parameters; `*` is the rest of the path. */
  readonly params: Readonly<Record<string, string>>
  /** The token from the `access_token` query parameter, and only from there. */
  readonly accessToken: string | undefined
}

/** A route that writes the response itself. It cannot be declared without stating who may use it. */
export interface RawRoute<R> {
  readonly method: "GET"
  /** `:name` is one segment, a final `*` the rest. HEAD comes with GET. */
  readonly path: string
  readonly access: "session"
  readonly summary: string
  readonly contentType: string
  /** False passes the request on to the next matching route. */
  readonly accepts?: (params: Readonly<Record<string, string>>) => boolean
  readonly handle: (exchange: RawExchange) => Effect.Effect<void, RawFailure, R>
}
