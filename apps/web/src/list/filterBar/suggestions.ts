import type { Field } from "@media/query/Field"

/** A value that exists, with the number of items that have it. */
export interface Suggestion {
  readonly value: string
  readonly label: string
  readonly count?: number | undefined
}

/** Where values come from: the page knows its kind, its libraries and the server. */
export interface ValueSource {
  /** Values of a field that fit what was typed, under the rest of the filter. */
  readonly suggest: (field: Field, typed: string, signal: AbortSignal) => Promise<ReadonlyArray<Suggestion>>
  /** The name of an entity that the filter knows by its id. */
  readonly nameOf: (entity: string, id: string) => string | undefined
}
