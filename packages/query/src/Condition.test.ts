import * as fc from "fast-check"
import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { canonical } from "./canonical.ts"
import { decodeTree } from "./Condition.ts"
import { exampleFields } from "./testing/exampleFields.ts"
import { randomTree } from "./testing/randomTree.ts"

const problemsOf = (json: unknown) => Either.getOrElse(Either.flip(decodeTree(json, exampleFields)), () => [])
const leaf = (rest: object = {}) => ({
  type: "condition",
  field: "title",
  operator: "contains",
  value: "x",
  ...rest
})
const all = (...children: ReadonlyArray<unknown>) => ({ type: "group", operator: "and", children })
const nested = (depth: number): unknown => (depth === 1 ? leaf() : all(nested(depth - 1)))

it("decodes every valid tree from JSON", () => {
  fc.assert(
    fc.property(randomTree(exampleFields, 4), (tree) => {
      expect(decodeTree(JSON.parse(JSON.stringify(tree)), exampleFields)).toEqual(
        Either.right(canonical(tree))
      )
    })
  )
})

it.each([
  [null, ""],
  [{ type: "group" }, "operator"],
  [all(leaf(), { type: "nonsense" }), "children.1.type"],
  [all(leaf({ operator: "like" })), "children.0.operator"],
  [all(leaf({ extra: 1 })), "children.0.extra"],
  [all(leaf({ field: "titel" })), "children.0.field"],
  [all(leaf({ operator: "near" })), "children.0"],
  [all(leaf({ value: 5 })), "children.0"],
  [all(leaf({ operator: "matches", value: "(a)\\1" })), "children.0"],
  [
    { type: "relation", relation: "performer", quantifier: "any", where: leaf({ field: "nope" }) },
    "where.field"
  ],
  [{ type: "relation", relation: "title", quantifier: "any", where: leaf() }, "relation"]
])("reports the node of a problem: %j", (json, path) => {
  expect(problemsOf(json).map((problem) => problem.path)).toContain(path)
})

it("suggests the most similar field name for an unknown field", () => {
  expect(problemsOf(leaf({ field: "titel" }))).toMatchObject([{ suggestion: "title" }])
})

it("rejects trees that are too deep or too large before decoding them", () => {
  expect(problemsOf(nested(12))).toEqual([])
  expect(problemsOf(nested(13))[0]?.message).toContain("12 levels")
  expect(problemsOf(nested(5_000))[0]?.message).toContain("12 levels")
  expect(problemsOf(all(...Array.from({ length: 499 }, () => leaf())))).toEqual([])
  expect(problemsOf(all(...Array.from({ length: 500 }, () => leaf())))[0]?.message).toContain(
    "500 conditions"
  )
  const values = Array.from({ length: 1_001 }, () => "x")
  expect(problemsOf(leaf({ operator: "in", value: values }))).not.toEqual([])
  expect(problemsOf(leaf({ value: "x".repeat(10_241) }))).not.toEqual([])
})
