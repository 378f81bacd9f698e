import type { Field } from "@media/query/Field"

/** A value that exists in the list, with the number of items that have this value. */
export interface Suggestion {
  readonly value: string
  readonly label: string
  readonly count?: number | undefined
}

/**
 * Suggests values for conditions. The page provides the source, because the values depend on the kind of item and on
 * the libraries.
 */
export interface ValueSource {
  /** Returns values of a field that match the typed text and occur in items that match the rest of the filter. */
  readonly suggest: (field: Field, typed: string, signal: AbortSignal) => Promise<ReadonlyArray<Suggestion>>
  /**
   * Counts the items that match the rest of the filter. Returns the number of these items per value of a field with
   * fixed values. If counting takes too long, returns undefined. If the page cannot count values, this function is
   * absent.
   */
  readonly counts?: (field: Field, signal: AbortSignal) => Promise<ReadonlyMap<string, number> | undefined>
  /** Returns the name of an entity that the filter refers to by id. */
  readonly nameOf: (entity: string, id: string) => string | undefined
}
