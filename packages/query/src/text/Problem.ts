/** A problem in a query, with its position. */
export interface Problem {
  readonly message: string
  /** Offset of the problem from the start of the text, in UTF-16 code units. */
  readonly position: number
  readonly length: number
  /** Input that would be valid at this position. */
  readonly expected: ReadonlyArray<string>
  /** The suggested replacement for the invalid part. */
  readonly suggestion?: string
  /** True if the query can run despite the problem. */
  readonly isHint?: true
}

/** Maximum number of reported problems. Later problems are usually consequences of the first ones. */
export const mostProblems = 100
