import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CookieJar } from "./CookieJar.ts"
import type { EgressError } from "./EgressErrors.ts"

export interface FetchRequest {
  /** The URL to fetch. It is untrusted, because it comes from a user or a program. */
  readonly url: string
  /**
   * Accepted prefixes of the response's `Content-Type`, such as `image/`. Responses without a type or with
   * `application/octet-stream` are always accepted, so the caller must check their content.
   */
  readonly types: ReadonlyArray<string>
  /** Maximum size in bytes of the content after decompression. The default and the maximum are 20 MiB. */
  readonly maxBytes?: number
  readonly method?: "GET" | "POST"
  /**
   * Request headers, which are also untrusted. Headers about the connection are dropped. After a redirect to another
   * host, only headers that reveal nothing are sent, such as `accept`.
   */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The cookies to send. Cookies in the responses are added to it. */
  readonly cookies?: CookieJar
  /** Status codes other than 200 to accept. The content of these responses is returned regardless of its type. */
  readonly statuses?: ReadonlyArray<number>
  /** Maximum number of redirects. The default is 3, and the maximum is 5. */
  readonly redirects?: number
  /** Time limit in milliseconds, from the name lookup to the last byte. The default is 10 s, the maximum is 60 s. */
  readonly millis?: number
  /**
   * True to send only one request at a time to each host. The pause between two requests is half a second, and longer
   * after the statuses 429 and 503.
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
  /** Number of seconds that the website asks clients to wait (`Retry-After`). Undefined if it does not ask. */
  readonly retryAfterSeconds: number | undefined
}

export interface Fetched extends Answered {
  readonly bytes: Buffer
}

export interface EgressShape {
  /** Reads the content into memory. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<Fetched, EgressError>
  /** Writes the content to a new file. Deletes the file if the content is incomplete. */
  readonly download: (request: FetchRequest, path: string) => Effect.Effect<Answered, EgressError>
}

/**
 * The HTTP client for all requests to other machines. It protects against requests to internal addresses (SSRF). The
 * live layer is in `LiveEgress.ts`.
 */
export class Egress extends Context.Tag("@media/egress/Egress")<Egress, EgressShape>() {}
