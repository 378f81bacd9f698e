import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CookieJar } from "./CookieJar.ts"
import type { EgressError } from "./EgressErrors.ts"

export interface FetchRequest {
  /** The URL to fetch. It is untrusted, because it comes from a user or a program. */
  readonly url: string
  /**
   * Accepted prefixes of the response's `Content-Type`, such as `image/`. Responses without a type or with
   * `application/octet-stream` are always accepted, and the caller must inspect their bytes.
   */
  readonly types: ReadonlyArray<string>
  /** Maximum size in bytes of the content after decompression. The default and the maximum are 20 MiB. */
  readonly maxBytes?: number
  readonly method?: "GET" | "POST"
  /**
   * Request headers, which are also untrusted. Connection headers are dropped. After a redirect to another host, only
   * harmless headers are sent.
   */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The cookies of the run, which are sent and updated. */
  readonly cookies?: CookieJar
  /** Statuses other than 200 whose responses are returned with their content, whatever its type. */
  readonly statuses?: ReadonlyArray<number>
  /** Maximum number of redirects. The default is 3, and the maximum is 5. */
  readonly redirects?: number
  /** Time limit in milliseconds, from the name lookup to the last byte. The default is 10 s, the maximum is 60 s. */
  readonly millis?: number
  /**
   * True to limit the rate to one request at a time per host. Requests are half a second apart, and longer after 429
   * and 503.
   */
  readonly isPaced?: boolean
}

export interface Answered {
  /** The media type in lower case, without parameters. Undefined if the response has none. */
  readonly type: string | undefined
  /** The complete `Content-Type` header, with parameters such as the charset. */
  readonly contentType: string | undefined
  readonly status: number
  /** The URL after all redirects. */
  readonly url: string
  /** Number of seconds that the website asks clients to wait, if it does. */
  readonly retryAfterSeconds: number | undefined
}

export interface Fetched extends Answered {
  readonly bytes: Buffer
}

export interface EgressShape {
  /** Returns the content in memory. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<Fetched, EgressError>
  /** Writes the content to a new file. The file is deleted if the content is incomplete. */
  readonly download: (request: FetchRequest, path: string) => Effect.Effect<Answered, EgressError>
}

/** The only client for requests to other machines. The live layer is in `LiveEgress.ts`. */
export class Egress extends Context.Tag("@media/egress/Egress")<Egress, EgressShape>() {}
