import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Principal } from "@media/wire/Security"

/** Byte routes answer errors by a bare status and a line of text, never by the envelope. */
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
  /** The token of the request's `access_token` query, and only of that. */
  readonly accessToken: string | undefined
}

/** A route that writes bytes. It cannot be declared without saying who may use it. */
export interface RawRoute<R> {
  readonly method: "GET"
  /** `:name` is one segment, a final `*` the rest. HEAD comes with GET. */
  readonly path: string
  readonly access: "session"
  readonly summary: string
  readonly contentType: string
  /** Leaves a request to the routes behind it. */
  readonly accepts?: (params: Readonly<Record<string, string>>) => boolean
  readonly handle: (exchange: RawExchange) => Effect.Effect<void, RawFailure, R>
}
