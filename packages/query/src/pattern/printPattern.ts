import type { ParsedPattern, Pattern, Range } from "./Pattern.ts"

/**
 * Escapes a character outside a set. PostgreSQL and JavaScript get the same pattern text: classes are written out,
 * because the meaning of `\w` and `.` differs between the two, and groups do not capture.
 */
const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)
const inSet = (character: string): string => character.replace(/[\\^\]\-[]/u, String.raw`\$&`)
const rangeText = ([from, to]: Range): string => (from === to ? inSet(from) : `${inSet(from)}-${inSet(to)}`)

const word = "[0-9A-Z_a-z]"
const boundary = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`
const noBoundary = `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`

const print = (pattern: Pattern): string => {
  switch (pattern.kind) {
    case "character":
      return literal(pattern.character)
    case "set":
      return `[${pattern.isNegated ? "^" : ""}${pattern.ranges.map(rangeText).join("")}]`
    case "any":
      return "[^\\n]"
    case "start":
      return "^"
    case "end":
      return "$"
    case "boundary":
      return boundary
    case "no-boundary":
      return noBoundary
    case "empty":
      return "(?:)"
    case "sequence":
      return pattern.parts.map(print).join("")
    case "choice":
      return `(?:${pattern.parts.map(print).join("|")})`
    case "repeat": {
      const { least, most, part } = pattern
      const count =
        most === undefined
          ? least < 2
            ? "*+"[least]!
            : `{${least},}`
          : least === 0 && most === 1
            ? "?"
            : `{${least},${most}}`
      return `(?:${print(part)})${count}`
    }
  }
}

/** Returns the pattern for PostgreSQL. `ignoresCase` selects the operator `~*` instead of `~`. */
export const postgresPattern = ({ ignoresCase, pattern }: ParsedPattern) => ({
  pattern: print(pattern),
  ignoresCase
})

export const javascriptPattern = ({ ignoresCase, pattern }: ParsedPattern): RegExp =>
  new RegExp(print(pattern), ignoresCase ? "iu" : "u")
