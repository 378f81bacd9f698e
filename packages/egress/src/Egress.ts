import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CookieJar } from "./CookieJar.ts"
import type { EgressError } from "./EgressErrors.ts"

export interface FetchRequest {
  /** Untrusted: it comes from a user or a program. */
  readonly url: string
  /**
   * Accepted prefixes of the response's `Content-Type`, such as `image/`. Responses without a type, or with
   * `application/octet-stream`, are returned for the caller to inspect their bytes.
   */
  readonly types: ReadonlyArray<string>
  /** Limit on the content after decompression; default and maximum 20 MiB. */
  readonly maxBytes?: number
  readonly method?: "GET" | "POST"
  /** Also untrusted. Connection headers are dropped, and no other header follows a redirect to another host. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Sends and stores the cookies of a run. */
  readonly cookies?: CookieJar
  /** Statuses other than 200 that are returned with their content, of whatever type. */
  readonly statuses?: ReadonlyArray<number>
  /** Default 3, maximum 5. */
  readonly redirects?: number
  /** Time limit in milliseconds, from the name lookup to the last byte; default 10 s, maximum 60 s. */
  readonly millis?: number
  /** Limits the rate: one request at a time per host, half a second apart, and longer after 429 and 503. */
  readonly isPaced?: boolean
}

export interface Answered {
  /** In lower case, without parameters; undefined if the response has none. */
  readonly type: string | undefined
  /** The whole header, with parameters such as the charset. */
  readonly contentType: string | undefined
  readonly status: number
  /** The address after all redirects. */
  readonly url: string
  /** How long the website asks clients to wait. */
  readonly retryAfterSeconds: number | undefined
}

export interface Fetched extends Answered {
  readonly bytes: Buffer
}

export interface EgressShape {
  /** Returns the content in memory. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<Fetched, EgressError>
  /** Writes the content to a new file, which is deleted if the content is incomplete. */
  readonly download: (request: FetchRequest, path: string) => Effect.Effect<Answered, EgressError>
}

/** The only way to make requests to other machines. Live layer: `LiveEgress.ts`. */
export class Egress extends Context.Tag("@media/egress/Egress")<Egress, EgressShape>() {}
