/**
 * The values that a selector found, in order. If the selector could not be used as written, `problem` is a message for
 * users.
 */
export interface Hits {
  readonly values: ReadonlyArray<string>
  readonly problem?: string
}
