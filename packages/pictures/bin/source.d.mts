export interface Source {
  readonly size: number
  /** Answers less where the file ends. */
  readonly read: (at: number, length: number) => Buffer
  readonly close: () => void
}
export const sourceOf: (input: Buffer | string) => Source
