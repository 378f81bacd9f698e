/** The values that a selector found, in order, and a sentence if it could not be used as written. */
export interface Hits {
  readonly values: ReadonlyArray<string>
  readonly problem?: string
}
