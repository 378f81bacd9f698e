/** What is wrong with a query, and where. */
export interface Problem {
  readonly message: string
  /** In UTF-16 code units from the start of the text. */
  readonly position: number
  readonly length: number
  /** What could stand there. */
  readonly expected: ReadonlyArray<string>
  /** What was probably meant, in place of the part that is wrong. */
  readonly suggestion?: string
  /** The query runs all the same. */
  readonly isHint?: true
}

/** Later problems are usually consequences of the first ones. */
export const mostProblems = 100
