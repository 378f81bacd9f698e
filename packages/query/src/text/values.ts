import type { Reporter } from "./Reporter.ts"
import type { Scanner } from "./Scanner.ts"
import type { ScalarText, ValueText } from "./Value.ts"

export const takeQuoted = (scanner: Scanner, reporter: Reporter): ScalarText => {
  const from = scanner.at
  scanner.take('"')
  const { isClosed, text } = scanner.quoted()
  if (!isClosed) reporter.report({ from, to: from + 1 }, "This quotation mark is not closed.", ['"'])
  return { text, isQuoted: true, from, to: scanner.at }
}

const takeElement = (scanner: Scanner, reporter: Reporter): ScalarText | undefined => {
  if (scanner.peek() === '"') return takeQuoted(scanner, reporter)
  const from = scanner.at
  const text = scanner.bare(",")
  return text === "" ? undefined : { text, isQuoted: false, from, to: scanner.at }
}

/** Reads values and commas up to the bracket that closes the list. `from` is the position of the opening bracket. */
export const takeList = (scanner: Scanner, reporter: Reporter, from: number): ReadonlyArray<ScalarText> => {
  const values: Array<ScalarText> = []
  for (let isFirst = true; ; isFirst = false) {
    scanner.skipSpace()
    if (isFirst && scanner.take(")")) return values
    const value = takeElement(scanner, reporter)
    if (value !== undefined) values.push(value)
    else if (!scanner.isAtEnd)
      reporter.report({ from: scanner.at, to: scanner.at + 1 }, "A value is missing here.", ["a value"])
    scanner.skipSpace()
    if (scanner.take(")")) return values
    if (scanner.isAtEnd) {
      reporter.report({ from, to: from + 1 }, "This parenthesis is not closed.", [",", ")"])
      return values
    }
    if (scanner.take(",")) continue
    if (value !== undefined && scanner.peek() !== "(" && scanner.peek() !== "{" && scanner.peek() !== "}") {
      reporter.report(
        { from: scanner.at, to: scanner.at + 1 },
        "Separate the values of a list with commas, and put values with spaces in quotes.",
        [",", ")"]
      )
      continue
    }
    if (value !== undefined)
      reporter.report({ from: scanner.at, to: scanner.at + 1 }, "This bracket does not belong in a list.", [
        ",",
        ")"
      ])
    if (scanner.peek() === "(" || scanner.peek() === "{") scanner.skipBrackets()
    else scanner.at += 1
  }
}

/** Reads the value after a symbol, or returns undefined if no value follows. The parser reads nested queries itself. */
export const takeValue = (scanner: Scanner, reporter: Reporter): ValueText | undefined => {
  const from = scanner.at
  const first = scanner.peek()
  if (first === '"') return { shape: "scalar", ...takeQuoted(scanner, reporter) }
  if (first === "(") {
    scanner.at += 1
    const values = takeList(scanner, reporter, from)
    return { shape: "list", values, from, to: scanner.at }
  }
  const text = scanner.bare(",")
  if (text === "") return undefined
  if (scanner.peek() === "(") {
    const open = scanner.at
    scanner.at += 1
    const values = takeList(scanner, reporter, open)
    return { shape: "function", name: text.toLowerCase(), values, from, to: scanner.at }
  }
  if (text === "*") return { shape: "star", from, to: scanner.at }
  return { shape: "scalar", text, isQuoted: false, from, to: scanner.at }
}
