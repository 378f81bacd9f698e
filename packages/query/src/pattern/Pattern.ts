/** A regular expression in the subset that PostgreSQL and JavaScript run with the same result. */
export type Pattern =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "set"; readonly isNegated: boolean; readonly ranges: ReadonlyArray<Range> }
  | { readonly kind: "any" | "start" | "end" | "boundary" | "no-boundary" | "empty" }
  | { readonly kind: "sequence" | "choice"; readonly parts: ReadonlyArray<Pattern> }
  | {
      readonly kind: "repeat"
      readonly part: Pattern
      readonly least: number
      /** Undefined if there is no limit. */
      readonly most: number | undefined
    }

/** Both ends are characters and are included. */
export type Range = readonly [from: string, to: string]

export interface PatternProblem {
  readonly message: string
  /** Position in UTF-16 code units of the pattern. */
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
