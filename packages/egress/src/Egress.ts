import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { EgressError } from "./EgressErrors.ts"

export interface FetchRequest {
  /** Of a person or a program: anything. */
  readonly url: string
  /**
   * What is taken, as the beginning of the answer's `Content-Type`: `image/`. An answer without a type, or of plain bytes
   * (`application/octet-stream`), is left to the caller's own look at its bytes.
   */
  readonly types: ReadonlyArray<string>
  /** Of the content, after decompression; default and bound 20 MiB. */
  readonly maxBytes?: number
}

export interface Fetched {
  readonly bytes: Buffer
  /** In lower case, without parameters; undefined when the answer names none. */
  readonly type: string | undefined
}

export interface EgressShape {
  /** GET, into memory. Takes 10 s at most, in all. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<Fetched, EgressError>
}

/** The one way out to other machines. Live layer: `LiveEgress.ts`. */
export class Egress extends Context.Tag("@media/egress/Egress")<Egress, EgressShape>() {}
