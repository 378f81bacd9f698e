import type { ClientBase } from "pg"
import type { Statement } from "./statements.ts"

/** A node of the output of `explain (analyze, format json)`. Numbers of rows are averages over the loops. */
export interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Join Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly Plans?: ReadonlyArray<Plan>
}

/** Tables that grow with the collection. */
const large = new Set([
  "items",
  "item_files",
  "item_texts",
  "user_items",
  "video_facts",
  "image_facts",
  "audio_facts",
  "book_facts",
  "item_relations",
  "item_groups",
  "item_pictures",
  "events"
])
const mostRows = 1_000

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const rowsOf = (plan: Plan): number => plan["Actual Rows"] * plan["Actual Loops"]

/**
 * Returns the parts of a plan whose work grows faster than the result: large tables that are read completely, and
 * thousands of rows that are sorted or discarded. A search may sort its matches, because it has to read them all to
 * count them. A search may also discard matches, because all kinds and libraries share its index.
 */
export const planFaults = (
  root: Plan,
  { isSearch = false }: { readonly isSearch?: boolean } = {}
): ReadonlyArray<string> =>
  nodesOf(root).flatMap((plan) => {
    const name = `${plan["Node Type"]} on ${plan["Relation Name"] ?? "rows"}`
    const [returned, loops] = [rowsOf(plan), plan["Actual Loops"]]
    const sorted = plan["Node Type"].endsWith("Sort")
      ? (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0)
      : 0
    const discarded =
      loops *
      ((plan["Rows Removed by Filter"] ?? 0) +
        (plan["Rows Removed by Join Filter"] ?? 0) +
        (plan["Rows Removed by Index Recheck"] ?? 0))
    return [
      ...(plan["Node Type"].includes("Seq Scan") && large.has(plan["Relation Name"] ?? "") ? [name] : []),
      ...(sorted > mostRows && !isSearch ? [`${name}: sorts ${sorted} rows`] : []),
      ...(discarded > mostRows &&
      discarded > 10 * returned &&
      !(isSearch && plan["Node Type"] === "Bitmap Heap Scan")
        ? [`${name}: discards ${discarded} rows for ${returned}`]
        : [])
    ]
  })

/** Runs the statement and returns its plan. */
export const planOf = async (client: ClientBase, { text, values }: Statement): Promise<Plan> => {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values)
  return rows[0]["QUERY PLAN"][0].Plan as Plan
}
