/** A regular expression, limited to the syntax for which PostgreSQL and JavaScript give the same result. */
export type Pattern =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "set"; readonly isNegated: boolean; readonly ranges: ReadonlyArray<Range> }
  | { readonly kind: "any" | "start" | "end" | "boundary" | "no-boundary" | "empty" }
  | { readonly kind: "sequence" | "choice"; readonly parts: ReadonlyArray<Pattern> }
  | {
      readonly kind: "repeat"
      readonly part: Pattern
      readonly least: number
      /** Maximum number of repetitions, or undefined if there is no limit. */
      readonly most: number | undefined
    }

/** A range of characters from the first to the last, both included. */
export type Range = readonly [from: string, to: string]

export interface PatternProblem {
  readonly message: string
  /** Position in the pattern, in UTF-16 code units. */
  readonly position: number
  readonly length: number
}

export interface ParsedPattern {
  readonly pattern: Pattern
  readonly ignoresCase: boolean
}

export const digits: ReadonlyArray<Range> = [["0", "9"]]
export const wordCharacters: ReadonlyArray<Range> = [
  ["0", "9"],
  ["A", "Z"],
  ["_", "_"],
  ["a", "z"]
]
export const spaces: ReadonlyArray<Range> = [
  ["\t", "\n"],
  ["\f", "\r"],
  [" ", " "]
]
