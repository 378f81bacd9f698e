import { canonical } from "@media/query/canonical"
import { parseQuery } from "@media/query/text/parse"
import { printNode } from "@media/query/text/print"
import type { Group } from "@media/query/Tree"
import { expect, it } from "vitest"
import { rootOf } from "./editing"
import { itemFields } from "./fieldTables"
import { chipPaths, duplicated, endOf, moved, openGroups } from "./moving"

const tree = (text: string): Group => rootOf(parseQuery(text, itemFields()).query.where)
const printed = (root: Group): string => printNode(canonical(root), itemFields())

it("moves a chip into, out of and within a group", () => {
  const root = tree("year:1980 (is:favorite OR codec:hevc)")
  expect(printed(moved(root, [0], { path: [1], index: 1 }))).toBe("is:favorite OR year:1980 OR codec:hevc")
  expect(printed(moved(root, [1, 0], { path: [], index: 0 }))).toBe("is:favorite year:1980 codec:hevc")
  expect(printed(moved(root, [1, 1], { path: [1], index: 0 }))).toBe("year:1980 (codec:hevc OR is:favorite)")
  expect(printed(moved(root, [1, 0], { path: [1], index: 1 }))).toBe(printed(root))
})

it("preserves the negation of a moved chip", () => {
  const root = tree("-codec:hevc (is:favorite OR (year:1980 width>100))")
  expect(printed(moved(root, [0], endOf(root, [1, 1])))).toBe(
    "is:favorite OR year:1980 width>100 -codec:hevc"
  )
  const box = tree("year:1980 NOT (is:favorite OR codec:hevc)")
  const half = moved(box, [1, 0], endOf(box, []))
  expect(printed(half)).toBe("year:1980 -codec:hevc is:favorite")
  expect(printed(moved(half, [1, 0], endOf(half, [])))).toBe("year:1980 is:favorite codec:hevc")
})

it("inserts a copy directly after the chip", () => {
  const root = tree("year:1980 (is:favorite OR codec:hevc)")
  expect(printed(duplicated(root, [1, 0]))).toBe("year:1980 (is:favorite OR is:favorite OR codec:hevc)")
})

it("omits the contents of a group that is shown as text", () => {
  const root = tree("a (b OR (c (d OR (e f)))) -codec:hevc")
  expect(openGroups(root).map(({ path }) => path.join("."))).toEqual(["", "1", "1.1", "1.1.1"])
  expect(chipPaths(root).map((path) => path.join("."))).toEqual(["0", "1.0", "1.1.0", "1.1.1.0", "2"])
})
