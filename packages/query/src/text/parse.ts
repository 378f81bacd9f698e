import { canonical } from "../canonical.ts"
import { type Field, type FieldTable, WORDS } from "../Field.ts"
import {
  condition,
  everything,
  group,
  type Limit,
  limits,
  type Node,
  type Query,
  type Sort
} from "../Tree.ts"
import { depthOf, sizeOf } from "../treeSize.ts"
import { conditionNode, flagNode, wordsNode } from "./conditions.ts"
import { parseLimit, parseSort } from "./modifiers.ts"
import type { Problem } from "./Problem.ts"
import { Reporter } from "./Reporter.ts"
import { Scanner, type TextSymbol } from "./Scanner.ts"
import { closest } from "./suggest.ts"
import type { TextSpan, Slot } from "./Value.ts"
import { takeQuoted, takeValue } from "./values.ts"

/**
 * Determines how the parser treats unknown names:
 * - `rule`: An unknown name before a symbol is an error.
 * - `list`: Like `rule`, but `word:` followed by a space is text, as in "Alien: Romulus".
 * - `search`: An unknown name is text, and the parser returns a hint.
 */
export type ParseMode = "rule" | "list" | "search"

export interface ParsedQuery {
  /** The valid part of the query. Use it only if all problems are hints. */
  readonly query: Query
  readonly problems: ReadonlyArray<Problem>
  readonly slots: ReadonlyArray<Slot>
  readonly steps: number
}

const flags = new Set(["is", "has", "no"])

class Parser {
  readonly scanner: Scanner
  readonly reporter = new Reporter()
  readonly slots: Array<Slot> = []
  readonly mode: ParseMode
  private nodes = 0
  private sort: ReadonlyArray<Sort> | undefined
  private limit: Limit | undefined
  private suggestions = 0

  constructor(text: string, mode: ParseMode) {
    this.scanner = new Scanner(text)
    this.mode = mode
  }

  parse(fields: FieldTable): Query {
    const where = this.or(fields, [], 0, undefined) ?? everything
    return { where, sort: this.sort ?? [], ...(this.limit === undefined ? {} : { limit: this.limit }) }
  }

  private spanFrom(from: number): TextSpan {
    return { from, to: this.scanner.at }
  }

  private missing(from: number, message: string): void {
    this.reporter.report({ from, to: Math.max(from, this.scanner.at) }, message, [
      "a word",
      "a condition",
      "("
    ])
  }

  private isOr(): boolean {
    const { scanner } = this
    if (scanner.isKeyword("OR")) return true
    if (scanner.peek() !== "|") return false
    return scanner.peek(1) === undefined || scanner.isSpaceAt(1)
  }

  /** Parses alternatives separated by OR. Returns undefined if the text contains no condition. */
  private or(
    fields: FieldTable,
    path: ReadonlyArray<string>,
    depth: number,
    closer: string | undefined
  ): Node | undefined {
    const children: Array<Node> = []
    for (let isFirst = true; ; isFirst = false) {
      const child = this.and(fields, path, depth, closer)
      if (child !== undefined) children.push(child)
      else if (!isFirst) this.missing(this.scanner.at, "A condition is missing after OR.")
      this.scanner.skipSpace()
      if (!this.isOr()) break
      const from = this.scanner.at
      if (!this.scanner.take("OR")) this.scanner.take("|")
      if (child === undefined && isFirst)
        this.reporter.report(this.spanFrom(from), "A condition is missing before OR.", [
          "a word",
          "a condition",
          "("
        ])
    }
    return children.length < 2 ? children[0] : group("or", children)
  }

  private and(
    fields: FieldTable,
    path: ReadonlyArray<string>,
    depth: number,
    closer: string | undefined
  ): Node | undefined {
    const { scanner } = this
    const children: Array<Node> = []
    let hasAny = false
    for (;;) {
      scanner.skipSpace()
      const next = scanner.peek()
      if (next === undefined || next === closer || this.isOr()) break
      if (next === ")" || next === "}") {
        scanner.at += 1
        this.reporter.report(
          this.spanFrom(scanner.at - 1),
          "This bracket has no matching opening bracket.",
          []
        )
        continue
      }
      const from = scanner.at
      if (scanner.isKeyword("AND")) {
        scanner.take("AND")
        if (!hasAny)
          this.reporter.report(this.spanFrom(from), "A condition is missing before AND.", [
            "a word",
            "a condition",
            "("
          ])
        scanner.skipSpace()
        if (scanner.isAtEnd || scanner.peek() === closer || this.isOr())
          this.missing(from, "A condition is missing after AND.")
        hasAny = true
        continue
      }
      hasAny = true
      const child = this.unary(fields, path, depth)
      if (child !== undefined) children.push(child)
    }
    if (!hasAny) return undefined
    return children.length === 1 ? children[0] : group("and", children)
  }

  private unary(fields: FieldTable, path: ReadonlyArray<string>, depth: number): Node | undefined {
    const { scanner } = this
    const from = scanner.at
    const isDash =
      scanner.peek() === "-" &&
      scanner.peek(1) !== undefined &&
      !scanner.isSpaceAt(1) &&
      !")}-".includes(scanner.peek(1)!)
    if (isDash) scanner.at += 1
    else if (scanner.isKeyword("NOT")) {
      scanner.take("NOT")
      scanner.skipSpace()
      const next = scanner.peek()
      if (
        next === undefined ||
        ")}".includes(next) ||
        this.isOr() ||
        scanner.isKeyword("NOT") ||
        scanner.isKeyword("AND")
      ) {
        this.missing(from, "A condition is missing after NOT.")
        return undefined
      }
      if (next === "-" && !scanner.isSpaceAt(1)) {
        const inner = this.unary(fields, path, depth)
        return inner && group("not", [inner])
      }
    } else return this.primary(fields, path, depth)
    const inner = this.primary(fields, path, depth)
    return inner && group("not", [inner])
  }

  private count(node: Node | undefined, span: TextSpan): Node | undefined {
    if (node === undefined) return undefined
    this.nodes += 1
    if (this.nodes === limits.nodes + 1)
      this.reporter.report(span, `The query has more than ${limits.nodes} conditions.`)
    return this.nodes > limits.nodes ? undefined : node
  }

  private primary(fields: FieldTable, path: ReadonlyArray<string>, depth: number): Node | undefined {
    const { scanner } = this
    const from = scanner.at
    const next = scanner.peek()!
    if (next === "(") return this.bracket(fields, path, depth, ")")
    if (next === '"') {
      const quoted = takeQuoted(scanner, this.reporter)
      if (quoted.text.trim() === "") {
        this.reporter.report(quoted, "There is nothing between these quotes.", ["a phrase"])
        return undefined
      }
      return this.count(wordsNode(quoted.text, true), quoted)
    }
    const head = scanner.takeFieldAndSymbol()
    if (head !== undefined) return this.condition(fields, path, depth, from, head)
    if (next === "{" || next === ",") {
      if (next === "{") scanner.skipBrackets()
      else scanner.at += 1
      this.reporter.report(
        { from, to: from + 1 },
        next === "{"
          ? "Braces must follow a relation name and a colon."
          : "A list needs parentheses, as in tag:(noir, western).",
        ["a word", "a condition"]
      )
      return undefined
    }
    const text = scanner.bare()
    this.slots.push({ kind: "word", path, ...this.spanFrom(from) })
    return this.count(wordsNode(text, false), this.spanFrom(from))
  }

  /** Parses a query in brackets. The scanner is at the opening bracket. */
  private bracket(
    fields: FieldTable,
    path: ReadonlyArray<string>,
    depth: number,
    closer: ")" | "}"
  ): Node | undefined {
    const { scanner } = this
    const from = scanner.at
    if (depth >= limits.depth) {
      scanner.skipBrackets()
      this.reporter.report(
        { from, to: from + 1 },
        `Brackets are nested more than ${limits.depth} levels deep.`
      )
      return undefined
    }
    scanner.at += 1
    const inner = this.or(fields, path, depth + 1, closer)
    if (!scanner.take(closer))
      this.reporter.report({ from, to: from + 1 }, "This bracket is not closed.", [closer])
    if (inner !== undefined) return inner
    if (closer === ")" && scanner.text.slice(from, scanner.at).trim() === "()") return everything
    this.missing(from, "There is nothing between these brackets.")
    return undefined
  }

  private condition(
    fields: FieldTable,
    path: ReadonlyArray<string>,
    depth: number,
    from: number,
    { name, symbol }: { readonly name: string; readonly symbol: TextSymbol }
  ): Node | undefined {
    const { reporter, scanner } = this
    const lower = name.toLowerCase()
    const symbolSpan = { from: scanner.at - symbol.length, to: scanner.at }
    if (path.length === 0 && depth === 0 && symbol === ":" && (lower === "sort" || lower === "limit")) {
      this.modifier(fields, path, lower)
      return undefined
    }
    const isFlag = flags.has(lower) && symbol === ":"
    const field = lower === WORDS ? undefined : fields.find(name)
    const isKnown = isFlag || field !== undefined || lower === WORDS
    const isBeforeSpace = scanner.isAtEnd || scanner.isSpaceAt()
    if (symbol === ":" && isBeforeSpace && this.mode !== "rule" && !(scanner.isAtEnd && isKnown)) {
      this.slots.push({ kind: "word", path, ...this.spanFrom(from) })
      if (isKnown)
        reporter.hint(
          this.spanFrom(from),
          `"${name}:" is searched for as text, because a space follows it. Write the value without a space.`
        )
      return this.count(wordsNode(`${name}${symbol}`, false), this.spanFrom(from))
    }
    if (!isKnown) return this.unknown(fields, path, from, name, symbol)
    const valueFrom = scanner.at
    const nested = field === undefined ? undefined : this.nested(field, path, depth)
    const value = nested ?? (isBeforeSpace ? undefined : takeValue(scanner, reporter))
    if (nested === undefined)
      this.slots.push({ kind: isFlag ? "flag" : "value", name, path, from: valueFrom, to: scanner.at })
    if (value === undefined) {
      reporter.report(this.spanFrom(from), `A value is missing after "${name}${symbol}".`, ["a value"])
      return undefined
    }
    const span = this.spanFrom(from)
    if (isFlag || lower === WORDS) {
      if (value.shape === "scalar" && isFlag)
        return this.count(flagNode(fields, lower, value, reporter.report), span)
      if (value.shape === "scalar" && value.text.trim() !== "" && (symbol === ":" || symbol === "="))
        return this.count(condition(WORDS, symbol === ":" ? "contains" : "equals", value.text), span)
      reporter.report(value, `"${name}${symbol}" takes a single word.`, ["a word"])
      return undefined
    }
    return this.count(conditionNode(field!, symbol, symbolSpan, value, reporter.report), span)
  }

  /** Parses the braces after a relation. `any`, `all` or `none` may precede the braces. */
  private nested(field: Field, path: ReadonlyArray<string>, depth: number) {
    const { scanner } = this
    const from = scanner.at
    const quantifier = (["any", "all", "none"] as const).find((each) => scanner.take(`${each}{`))
    if (quantifier !== undefined) scanner.at -= 1
    else if (scanner.peek() !== "{") return undefined
    const inner = field.type.name === "ref" ? field.type.fields?.() : undefined
    if (inner === undefined) {
      scanner.skipBrackets()
      return { shape: "nested" as const, quantifier: "any" as const, where: everything, from, to: scanner.at }
    }
    const innerPath = [...path, field.name]
    const where = this.bracket(inner, innerPath, depth, "}") ?? everything
    this.slots.push({ kind: "nested", path: innerPath, from: from + 1, to: scanner.at })
    return { shape: "nested" as const, quantifier: quantifier ?? "any", where, from, to: scanner.at }
  }

  private unknown(
    fields: FieldTable,
    path: ReadonlyArray<string>,
    from: number,
    name: string,
    symbol: TextSymbol
  ): Node | undefined {
    const { reporter, scanner } = this
    const span = { from, to: from + name.length }
    this.suggestions += 1
    // Only the first few problems get a suggestion, because finding one compares the name with every field name.
    const suggestion =
      this.suggestions > 20
        ? undefined
        : closest(
            name,
            fields.fields.flatMap((each) => [each.text, each.name, ...each.aliases])
          )
    const message = `Unknown field "${name}".${suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`}`
    if (this.mode === "search") {
      const rest = scanner.bare()
      reporter.hint(span, message, suggestion)
      this.slots.push({ kind: "word", path, ...this.spanFrom(from) })
      return this.count(wordsNode(`${name}${symbol}${rest}`, false), this.spanFrom(from))
    }
    if (!scanner.isAtEnd && !scanner.isSpaceAt()) {
      if (scanner.peek() === "{") scanner.skipBrackets()
      else takeValue(scanner, new Reporter())
    }
    this.slots.push({ kind: "word", path, ...span })
    reporter.report(
      span,
      message,
      this.suggestions === 1 ? fields.fields.map(({ text }) => text) : [],
      suggestion
    )
    return undefined
  }

  private modifier(fields: FieldTable, path: ReadonlyArray<string>, name: "sort" | "limit"): void {
    const { reporter, scanner } = this
    const from = scanner.at
    const text = scanner.bare()
    const span = this.spanFrom(from)
    if (name === "sort") this.slots.push({ kind: "sort", path, ...span })
    const isRepeated = (name === "sort" ? this.sort : this.limit) !== undefined
    if (isRepeated) reporter.report(span, `"${name}:" is used twice.`)
    else if (name === "sort") this.sort = parseSort(fields, text, span, reporter.report)
    else this.limit = parseLimit(text, span, reporter.report)
  }
}

/** Parses the text form of a query and reports all of its problems. Never throws. */
export const parseQuery = (
  text: string,
  fields: FieldTable,
  { mode = "rule" }: { readonly mode?: ParseMode } = {}
): ParsedQuery => {
  if (text.length > limits.text) {
    const message = `A query can have at most ${limits.text} characters.`
    const problem = { message, position: limits.text, length: text.length - limits.text, expected: [] }
    return { query: { where: everything, sort: [] }, problems: [problem], slots: [], steps: 0 }
  }
  const parser = new Parser(text, mode)
  const query = parser.parse(fields)
  const where = canonical(query.where)
  const whole = { from: 0, to: text.length }
  if (depthOf(where) > limits.depth)
    parser.reporter.report(whole, `Groups are nested more than ${limits.depth} levels deep.`)
  else if (sizeOf(where) > limits.nodes && parser.reporter.problems.length === 0)
    parser.reporter.report(whole, `The query has more than ${limits.nodes} conditions.`)
  return {
    query: { ...query, where },
    problems: parser.reporter.problems.toSorted((a, b) => a.position - b.position),
    slots: parser.slots,
    steps: parser.scanner.steps
  }
}

export const hasErrors = ({ problems }: Pick<ParsedQuery, "problems">): boolean =>
  problems.some(({ isHint }) => isHint !== true)
