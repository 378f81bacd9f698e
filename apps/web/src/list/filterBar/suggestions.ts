import type { Field } from "@media/query/Field"

/** A value that exists, with the number of items that have it. */
export interface Suggestion {
  readonly value: string
  readonly label: string
  readonly count?: number | undefined
}

/** The source of suggested values. The page knows its kind, its libraries and the server. */
export interface ValueSource {
  /** Values of a field that match the typed text, given the rest of the filter. */
  readonly suggest: (field: Field, typed: string, signal: AbortSignal) => Promise<ReadonlyArray<Suggestion>>
  /** The name of an entity that the filter contains by id. */
  readonly nameOf: (entity: string, id: string) => string | undefined
}
