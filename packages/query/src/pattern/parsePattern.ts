import {
  digits,
  type ParsedPattern,
  type Pattern,
  type PatternProblem,
  type Range,
  spaces,
  wordCharacters
} from "./Pattern.ts"

const mostRepeats = 255
/** Maximum product of nested repeat counts. Every repetition is compiled into the automaton. */
const mostExpanded = 1_000
const mostNested = 20
const widestRange = 0xffff

class Refused extends Error {
  readonly problem: PatternProblem
  constructor(message: string, position: number, length: number) {
    super(message)
    this.problem = { message, position, length }
  }
}

const classes: Readonly<Record<string, readonly [ranges: ReadonlyArray<Range>, isNegated: boolean]>> = {
  d: [digits, false],
  D: [digits, true],
  w: [wordCharacters, false],
  W: [wordCharacters, true],
  s: [spaces, false],
  S: [spaces, true]
}

const controls: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f", v: "\v" }

class Reader {
  at = 0
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  peek(): string | undefined {
    const point = this.text.codePointAt(this.at)
    return point === undefined ? undefined : String.fromCodePoint(point)
  }

  next(): string | undefined {
    const character = this.peek()
    this.at += character?.length ?? 0
    return character
  }

  take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false
    this.at += token.length
    return true
  }

  refuse(message: string, from = this.at, to = from + 1): never {
    throw new Refused(message, from, to - from)
  }
}

const hexCharacter = (reader: Reader, from: number): string => {
  const [whole, braced, two] =
    /^(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{2}))/i.exec(reader.text.slice(reader.at, reader.at + 8)) ?? []
  const point = Number.parseInt(braced ?? two ?? "", 16)
  if (whole === undefined || point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
    return reader.refuse("\\x takes two hexadecimal digits, or a character code in braces.", from, reader.at)
  reader.at += whole.length
  return String.fromCodePoint(point)
}

/** Parses an escape whose backslash has been consumed. Returns a string for a character, and an array for a class. */
const escaped = (reader: Reader): string | readonly [ReadonlyArray<Range>, boolean] => {
  const from = reader.at - 1
  const character = reader.next() ?? reader.refuse("A pattern must not end with a backslash.", from)
  const known = classes[character] ?? controls[character]
  if (known !== undefined) return known
  if (character === "x") return hexCharacter(reader, from)
  if (/[1-9]/.test(character)) reader.refuse("Back-references are not supported.", from, reader.at)
  if (/[\p{L}\p{N}]/u.test(character))
    reader.refuse(`The escape \\${character} is not supported.`, from, reader.at)
  return character
}

/** Parses a set whose opening bracket has been consumed. */
const parseSet = (reader: Reader): Pattern => {
  const from = reader.at - 1
  const isNegated = reader.take("^")
  const ranges: Array<Range> = []
  const one = (): string | readonly [ReadonlyArray<Range>, boolean] => {
    if (reader.text.startsWith("[:", reader.at))
      reader.refuse("Classes such as [:alpha:] are not supported.", reader.at, reader.at + 2)
    const character = reader.next() ?? reader.refuse("This bracket is not closed.", from)
    return character === "\\" ? escaped(reader) : character
  }
  let isFirst = true
  while (isFirst || reader.peek() !== "]") {
    isFirst = false
    const start = reader.at
    const low = one()
    if (typeof low !== "string") {
      if (low[1]) reader.refuse("A negated class is not allowed inside brackets.", start, reader.at)
      ranges.push(...low[0])
    } else if (
      reader.peek() === "-" &&
      reader.text[reader.at + 1] !== "]" &&
      reader.at + 1 < reader.text.length
    ) {
      reader.next()
      const high = one()
      if (typeof high !== "string")
        return reader.refuse("A range must end with a character.", start, reader.at)
      const width = high.codePointAt(0)! - low.codePointAt(0)!
      if (width < 0 || width > widestRange)
        reader.refuse("This range is reversed or too wide.", start, reader.at)
      ranges.push([low, high])
    } else ranges.push([low, low])
  }
  reader.next()
  return { kind: "set", isNegated, ranges }
}

const parseCount = (reader: Reader): readonly [least: number, most: number | undefined] | undefined => {
  if (reader.take("*")) return [0, undefined]
  if (reader.take("+")) return [1, undefined]
  if (reader.take("?")) return [0, 1]
  const [whole, least, comma, most] =
    /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(reader.text.slice(reader.at, reader.at + 12)) ?? []
  if (whole === undefined) return undefined
  const [low, high] = [Number(least), comma === "" ? Number(least) : most === "" ? undefined : Number(most)]
  if (low > mostRepeats || (high !== undefined && (high > mostRepeats || high < low)))
    reader.refuse(
      `A repeat count must be at most ${mostRepeats}, and a range must not be reversed.`,
      reader.at,
      reader.at + whole.length
    )
  reader.at += whole.length
  return [low, high]
}

const parseAtom = (reader: Reader, nested: number): Pattern => {
  const from = reader.at
  const character = reader.next()!
  switch (character) {
    case "(": {
      if (nested >= mostNested) reader.refuse("The groups of the pattern are nested too deeply.", from)
      if (["?=", "?!", "?<=", "?<!"].some((token) => reader.take(token)))
        reader.refuse("Look-ahead and look-behind are not supported.", from, reader.at)
      const name = /^\?P?<[A-Za-z_]\w{0,31}>/.exec(reader.text.slice(reader.at, reader.at + 40))?.[0]
      if (name !== undefined) reader.at += name.length
      else if (!reader.take("?:") && reader.peek() === "?")
        reader.refuse("This kind of group is not supported, except (?i) at the start.", from, reader.at + 1)
      const inner = parseChoice(reader, nested + 1)
      if (!reader.take(")")) reader.refuse("This parenthesis is not closed.", from)
      return inner
    }
    case "[":
      return parseSet(reader)
    case ".":
      return { kind: "any" }
    case "^":
      return { kind: "start" }
    case "$":
      return { kind: "end" }
    case "\\": {
      if (reader.take("b")) return { kind: "boundary" }
      if (reader.take("B")) return { kind: "no-boundary" }
      const what = escaped(reader)
      return typeof what === "string"
        ? { kind: "character", character: what }
        : { kind: "set", ranges: what[0], isNegated: what[1] }
    }
    case "*":
    case "+":
    case "?":
      return reader.refuse(`There is nothing before "${character}" to repeat.`, from)
    default:
      return { kind: "character", character }
  }
}

const isAnchor = ({ kind }: Pattern): boolean =>
  kind === "start" || kind === "end" || kind === "boundary" || kind === "no-boundary"

const parseSequence = (reader: Reader, nested: number): Pattern => {
  const parts: Array<Pattern> = []
  for (;;) {
    const next = reader.peek()
    if (next === undefined || next === "|" || (next === ")" && nested > 0)) break
    if (next === ")") reader.refuse("This parenthesis has no matching opening parenthesis.")
    const part = parseAtom(reader, nested)
    const at = reader.at
    const count = parseCount(reader)
    if (count === undefined) {
      parts.push(part)
      continue
    }
    if (isAnchor(part)) reader.refuse("An anchor such as ^ or $ cannot be repeated.", at, reader.at)
    // A lazy quantifier matches the same strings as a greedy quantifier, so its `?` is ignored.
    reader.take("?")
    if (reader.peek() === "+") reader.refuse("Possessive quantifiers are not supported.")
    parts.push({ kind: "repeat", part, least: count[0], most: count[1] })
    if (parseCount(reader) !== undefined)
      reader.refuse("A quantifier cannot be repeated. Put the repeated part in parentheses.", at, reader.at)
  }
  return parts.length === 0 ? { kind: "empty" } : parts.length === 1 ? parts[0]! : { kind: "sequence", parts }
}

const parseChoice = (reader: Reader, nested: number): Pattern => {
  const parts = [parseSequence(reader, nested)]
  while (reader.take("|")) parts.push(parseSequence(reader, nested))
  return parts.length === 1 ? parts[0]! : { kind: "choice", parts }
}

const expanded = (pattern: Pattern): number => {
  switch (pattern.kind) {
    case "sequence":
    case "choice":
      return pattern.parts.reduce((sum, part) => sum + expanded(part), 0)
    case "repeat":
      return Math.max(1, pattern.most ?? pattern.least) * expanded(pattern.part)
    default:
      return 1
  }
}

/** Parses a pattern in the syntax of RE2, which has neither back-references nor look-around. */
export const parsePattern = (text: string): ParsedPattern | { readonly problem: PatternProblem } => {
  const reader = new Reader(text)
  try {
    if (text.includes("\0")) reader.refuse("A pattern must not contain NUL.", text.indexOf("\0"))
    const ignoresCase = reader.take("(?i)")
    const pattern = parseChoice(reader, 0)
    if (expanded(pattern) > mostExpanded) reader.refuse("This pattern is too large.", 0, text.length)
    return { pattern, ignoresCase }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.problem }
    throw error
  }
}
