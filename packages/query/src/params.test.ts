import * as fc from "fast-check"
import { expect, it } from "vitest"
import { canonical } from "./canonical.ts"
import { field, fieldTable } from "./Field.ts"
import { number } from "./FieldType.ts"
import { fromParams, type Params, toParams } from "./params.ts"
import { exampleFields } from "./testing/exampleFields.ts"
import { randomTree } from "./testing/randomTree.ts"
import { parseQuery } from "./text/parse.ts"
import type { Node } from "./Tree.ts"

const read = (params: Params) => fromParams(params, exampleFields)

/**
 * Sorts the conditions of an `and`. Values of the same parameter are grouped, so writing and reading parameters may
 * change the order of conditions.
 */
const unordered = (where: Node | undefined): Node | undefined =>
  where?.type === "group" && where.operator === "and"
    ? {
        ...where,
        children: where.children.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      }
    : where

it.each<readonly [Params, string]>([
  [{ performer: "a,b", duration: "60..3600" }, "performer:(a, b) duration:60..3600"],
  [{ performer: ["a", "b"] }, "performer:a performer:b"],
  [{ isFavorite: "true", rating: "60..", page: "2" }, "is:favorite rating>=60"],
  [{ artist: 'AC/DC "live" (1991)' }, 'artist:"AC/DC \\"live\\" (1991)"'],
  [{ date: "*", resolution: "1080p,4k" }, "date:* resolution:(1080p, 4k)"],
  [{ yearFrom: "1980", yearTo: "1989" }, "year>=1980 year<=1989"],
  [{ yearFrom: ["1980", "1985"] }, "year>=1980 year>=1985"],
  [{ unwatched: "true" }, "is:unwatched"],
  [{ unwatched: "false" }, "is:watched"]
])("reads the parameters %o", (params, text) => {
  expect(read(params)).toEqual({ where: parseQuery(text, exampleFields).query.where, problems: [] })
})

it.each(["1 OR is:favorite", "1 sort:title", "1\tis:favorite"])(
  "rejects a parameter value that contains other query syntax: %j",
  (duration) => {
    expect(read({ duration }).problems).toMatchObject([{ parameter: "duration" }])
  }
)

it.each<Params>([
  { yearFrom: "soon" },
  { yearFrom: "" },
  { yearTo: "*" },
  { yearTo: "1980..1989" },
  { yearTo: "1980,1989" },
  { unwatched: "yes" },
  { unwatched: ["true", "1"] }
])("rejects %o, because the parameter takes one value", (params) => {
  const [parameter] = Object.keys(params)
  expect(read(params).problems).toMatchObject([
    { parameter, message: expect.stringContaining(`"${parameter}"`) }
  ])
})

it("throws if a parameter has the same name as a field", () => {
  const named = field("year", {
    ...{ kinds: "all", type: number, source: undefined, cost: "indexed" },
    params: { year: "greater_equal" }
  })
  expect(() => fieldTable([named])).toThrow('the parameter "year" is already taken')
})

it("names the invalid parameter in the problem", () => {
  expect(read({ resolution: "big" }).problems).toMatchObject([{ parameter: "resolution", length: 3 }])
})

it("writes simple trees as query parameters that parse to the same trees", () => {
  fc.assert(
    fc.property(randomTree(exampleFields, 2), (tree) => {
      const params = toParams(tree, exampleFields)
      if (params === undefined) return
      const { problems, where } = read(params)
      expect(problems).toEqual([])
      expect(unordered(where)).toEqual(unordered(canonical(tree)))
    }),
    { numRuns: 2_000 }
  )
  expect(toParams(parseQuery("a OR b", exampleFields).query.where, exampleFields)).toBeUndefined()
})
