import { expect, it } from "vitest"
import { planFaults, type Plan } from "./planFaults.ts"

const node = (type: string, rows: number, more: Partial<Plan> = {}): Plan => ({
  "Node Type": type,
  "Actual Rows": rows,
  "Actual Loops": 1,
  ...more
})

it("reports a sequential scan of a large table", () => {
  const plan = (table: string) =>
    node("Limit", 40, { Plans: [node("Seq Scan", 40, { "Relation Name": table })] })
  expect(planFaults(plan("items"))).toEqual(["Seq Scan on items"])
  expect(planFaults(plan("libraries"))).toEqual([])
})

it("reports a sort of more than a thousand rows unless sorts are allowed", () => {
  const plan = (rows: number) => node("Incremental Sort", 40, { Plans: [node("Append", rows)] })
  expect(planFaults(plan(1_001))).toEqual(["Incremental Sort on rows: sorts 1001 rows"])
  expect(planFaults(plan(1_001), { isSearch: true })).toEqual([])
  expect(planFaults(plan(1_000))).toEqual([])
})

it("reports an index scan that discards many more rows than it returns, summed over all loops", () => {
  const plan = (rows: number, removed: number) =>
    node("Index Scan", rows, {
      "Relation Name": "items",
      "Actual Loops": 3,
      "Rows Removed by Filter": removed
    })
  expect(planFaults(plan(10, 400))).toEqual(["Index Scan on items: discards 1200 rows for 30"])
  expect(planFaults(plan(100, 400))).toEqual([])
  expect(planFaults(plan(0, 300))).toEqual([])
})

it("allows only a search to discard many rows, and only in a bitmap heap scan", () => {
  const plan = (type: string) => node(type, 1, { "Relation Name": "items", "Rows Removed by Filter": 1_500 })
  expect(planFaults(plan("Bitmap Heap Scan"), { isSearch: true })).toEqual([])
  expect(planFaults(plan("Bitmap Heap Scan"))).toHaveLength(1)
  expect(planFaults(plan("Index Scan"), { isSearch: true })).toHaveLength(1)
})
