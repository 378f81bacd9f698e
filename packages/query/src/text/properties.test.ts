import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonical } from "../canonical.ts"
import { exampleFields } from "../testing/exampleFields.ts"
import { randomTree } from "../testing/randomTree.ts"
import { depthOf } from "../treeSize.ts"
import { complete } from "./complete.ts"
import { hasErrors, parseQuery } from "./parse.ts"
import { printNode, printQuery } from "./print.ts"

const tokens = fc.constantFrom(
  ...[
    "(",
    ")",
    "{",
    "}",
    '"',
    ",",
    "-",
    "NOT",
    "AND",
    "OR",
    "|",
    "..",
    "*",
    ":",
    "!=",
    "~",
    " ",
    "\\",
    "sort:",
    "limit:"
  ],
  ...[
    "tag",
    "tag:",
    "performer:{",
    "is:",
    "no:",
    "duration>",
    "1h30m",
    "30d",
    "near(",
    "all(",
    "words:",
    "title",
    "🎬",
    "ש",
    "a"
  ]
)
/** Generates strings that resemble queries, and arbitrary strings. */
const anyText = fc.oneof(
  fc.array(tokens, { maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 80 })
)

describe("any text", () => {
  it("is parsed without an exception, and all problems are inside the text", () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom("rule" as const, "list" as const, "search" as const),
        (text, mode) => {
          for (const { length, position } of parseQuery(text, exampleFields, { mode }).problems) {
            expect(position).toBeGreaterThanOrEqual(0)
            expect(length).toBeGreaterThanOrEqual(0)
            expect(position + length).toBeLessThanOrEqual(text.length)
          }
        }
      ),
      { numRuns: 3_000 }
    )
  })

  it("is printed in a form that parses to the same tree and prints unchanged", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseQuery(text, exampleFields, { mode: "search" })
        if (hasErrors(parsed)) return
        const printed = printQuery(parsed.query, exampleFields)
        const again = parseQuery(printed, exampleFields)
        expect(again.problems).toEqual([])
        expect(again.query).toEqual(parsed.query)
        expect(printQuery(again.query, exampleFields)).toBe(printed)
      }),
      { numRuns: 3_000 }
    )
  })

  it("has a completion range around the cursor at every cursor position", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, n) => {
        const cursor = n % (text.length + 1)
        const { from, to } = complete(text, cursor, exampleFields)
        expect(from).toBeLessThanOrEqual(cursor)
        expect(to).toBeGreaterThanOrEqual(cursor)
      })
    )
  })
})

describe("any tree", () => {
  it("can be printed and parsed back to its canonical form", () => {
    fc.assert(
      fc.property(randomTree(exampleFields, 4), (tree) => {
        const text = printNode(tree, exampleFields)
        if (text.length > 10_000 || depthOf(canonical(tree)) > 12) return
        const parsed = parseQuery(text, exampleFields)
        expect(parsed.problems).toEqual([])
        expect(parsed.query.where).toEqual(canonical(tree))
      }),
      { numRuns: 2_000 }
    )
  })

  it("has a canonical form that is already canonical", () => {
    fc.assert(
      fc.property(randomTree(exampleFields, 4), (tree) => {
        expect(canonical(canonical(tree))).toEqual(canonical(tree))
      })
    )
  })
})

it("examines each character a bounded number of times while parsing", () => {
  const repeated = [
    "(",
    ")",
    "a ",
    "tag:x ",
    'tag:"',
    '"',
    "-",
    "- ",
    "{",
    "tag:(",
    "tag:(a,",
    "tag:(a b ",
    "x:y ",
    "a.",
    "tag:all(",
    "performer:{",
    "NOT ",
    "OR ",
    "\\",
    "a:b:c ",
    ",",
    "..",
    "is:x "
  ]
  for (const part of repeated) {
    const stepsOf = (length: number) => {
      const text = part.repeat(Math.ceil(length / part.length)).slice(0, length)
      return parseQuery(text, exampleFields).steps / length
    }
    expect([part, stepsOf(10_000) <= 40]).toEqual([part, true])
    expect([part, stepsOf(10_000) <= stepsOf(1_000) * 1.5 + 1]).toEqual([part, true])
  }
})
