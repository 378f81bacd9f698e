import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { EgressError } from "./EgressErrors.ts"

export interface FetchRequest {
  /** Untrusted: from a person or a program. */
  readonly url: string
  /**
   * Accepted prefixes of the response's `Content-Type`, such as `image/`. A response without a type, or with
   * `application/octet-stream`, is passed on for the caller to inspect its bytes.
   */
  readonly types: ReadonlyArray<string>
  /** Limit on the content after decompression; default and maximum 20 MiB. */
  readonly maxBytes?: number
}

export interface Fetched {
  readonly bytes: Buffer
  /** In lower case, without parameters; undefined if the response has none. */
  readonly type: string | undefined
}

export interface EgressShape {
  /** GET into memory. Takes at most 10 s in total. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<Fetched, EgressError>
}

/** The only way to make requests to other machines. Live layer: `LiveEgress.ts`. */
export class Egress extends Context.Tag("@media/egress/Egress")<Egress, EgressShape>() {}
