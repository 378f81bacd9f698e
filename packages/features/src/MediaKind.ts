/** A kind of file that libraries hold. */
export interface MediaKind {
  readonly kind: string
  /** In lower case, without the dot. */
  readonly extensions: ReadonlyArray<string>
}
