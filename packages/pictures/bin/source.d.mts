export interface Source {
  readonly size: number
  /** Returns `length` bytes from `at`, or fewer at the end of the file. */
  readonly read: (at: number, length: number) => Buffer
  readonly close: () => void
}
export const sourceOf: (input: Buffer | string) => Source
