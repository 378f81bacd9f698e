/** A problem in a query, with its position. */
export interface Problem {
  readonly message: string
  /** In UTF-16 code units from the start of the text. */
  readonly position: number
  readonly length: number
  /** Possible texts at this position. */
  readonly expected: ReadonlyArray<string>
  /** The probable intention, to replace the wrong part. */
  readonly suggestion?: string
  /** The query runs anyway. */
  readonly isHint?: true
}

/** Later problems are usually consequences of the first ones. */
export const mostProblems = 100
