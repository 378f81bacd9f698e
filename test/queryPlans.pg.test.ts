import { facetsOf } from "@media/features/app/search/facets"
import { suggest } from "@media/features/app/search/suggest"
import { asked } from "@media/features/catalog/items/asked"
import { itemFieldTable } from "@media/features/catalog/filters/itemFields"
import type { ItemKind } from "@media/features/ItemKind"
import { itemReads } from "@media/testkit/seed/ItemReads"
import { RARE_WORD, seedAdministrator, seedItems, seedMember } from "@media/testkit/seed/ManyItems"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Plan, planOf } from "./planFaults.ts"
import { statementsOf } from "./statements.ts"

// For many kinds of conditions, the planner underestimates the number of matches. It then looks up the facts of every
// item one by one, or sorts a whole library for a single page. With a million items, these plans take seconds.

const collection = { items: 30_000, libraries: 12 }
const store = await startStore()
const client = new pg.Client({ connectionString: store.url })

beforeAll(async () => {
  await client.connect()
  await client.query(seedItems(collection).join(";\n"))
  await client.query("vacuum (analyze)")
  await client.query("set random_page_cost = 1.1; set jit = off")
})
afterAll(async () => {
  await client.end()
  await store.stop()
})

interface Node extends Plan {
  readonly "Index Name"?: string
  readonly Plans?: ReadonlyArray<Node>
}
const nodesOf = (plan: Node): ReadonlyArray<Node> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const indexesOf = (nodes: ReadonlyArray<Node>) => new Set(nodes.map((node) => node["Index Name"]))
/** Returns the number of rows that were read from a table. */
const readOf = (nodes: ReadonlyArray<Node>, table: string): number =>
  nodes
    .filter((node) => node["Relation Name"] === table)
    .reduce(
      (sum, node) =>
        sum + node["Actual Loops"] * (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)),
      0
    )
/** Returns the highest number of times that any node of the plan scans the table. */
const loopsOf = (nodes: ReadonlyArray<Node>, table: string): number =>
  Math.max(0, ...nodes.filter((node) => node["Relation Name"] === table).map((node) => node["Actual Loops"]))

/** The services that the search and the lists require. */
type Database = Effect.Effect.Context<ReturnType<typeof suggest>>

const plansOf = async <A, E>(
  ask: Effect.Effect<A, E, Database>
): Promise<ReadonlyArray<ReadonlyArray<Node>>> => {
  const sent = await statementsOf(() => store.run(Effect.orDie(ask)))
  expect(sent.length).toBeGreaterThan(0)
  const plans: Array<ReadonlyArray<Node>> = []
  for (const statement of sent) plans.push(nodesOf(await planOf(client, statement)))
  return plans
}

describe.each([
  ["an administrator", seedAdministrator],
  ["a member of three libraries without NSFW", seedMember(collection)]
])("for %s", (_, principal) => {
  const list = (kind: ItemKind, q: string) =>
    Effect.flatMap(
      asked(principal, kind, { page: 1, perPage: 40, sort: "createdAt", order: "desc", q } as const),
      (filter) => itemReads[kind].list(principal, filter)
    )
  const isAdministrator = principal === seedAdministrator

  it.runIf(isAdministrator)(
    "reads a list with many broad conditions through the index for its sort order",
    async () => {
      const q =
        "(width>1000 OR height<400) -duration<60 size>1kB (date>1980 OR no:date) -is:missing NOT resolution:sd"
      const plans = await plansOf(list("video", q))
      const page = plans.at(-1)!
      expect(indexesOf(page)).toContain("items_created")
      expect(readOf(page, "items")).toBeLessThan(1_000)
    }
  )

  it.runIf(isAdministrator)("reads each table of properties only once when it counts matches", async () => {
    const q = "(codec:h264 OR codec:hevc) -audioCodec:opus -container:avi (fps>20 OR no:fps) -path:nothing"
    const [, count] = await plansOf(list("video", q))
    expect(readOf(count!, "items")).toBeGreaterThan(300)
    expect(loopsOf(count!, "video_facts")).toBeLessThan(10)
    // The index on paths finds the few items that the condition excludes.
    expect(readOf(count!, "item_files")).toBeLessThan(100)
  })

  it("uses a separate index lookup for each alternative if all of them are selective", async () => {
    const [, found] = await plansOf(list("video", `is:favorite OR rating>=60 OR title:${RARE_WORD}`))
    const indexes = indexesOf(found!)
    expect(indexes).toContain("items_words")
    expect([...indexes].filter((name) => name?.startsWith("user_items_"))).not.toEqual([])
    expect(readOf(found!, "items")).toBeLessThan(2_000)
  })

  it("searches for paths through an index", async () => {
    const [, count] = await plansOf(list("video", `path:${RARE_WORD}`))
    expect(indexesOf(count!)).toContain("item_files_words")
    expect(readOf(count!, "item_files")).toBeLessThan(100)
  })

  it("counts field values by reading only the few items that match", async () => {
    const params = { kind: "video", fields: ["codec", "resolution"], q: `title:${RARE_WORD}` } as const
    for (const plan of await plansOf(facetsOf(principal, params))) {
      expect(indexesOf(plan)).toContain("items_words")
      expect(readOf(plan, "items")).toBeLessThan(100)
      expect(readOf(plan, "video_facts")).toBeLessThan(100)
    }
  })

  it.each([
    ["codec", "h"],
    ["container", ""],
    ["genre", "r"],
    ["albumArtist", "artist 99"],
    ["camera", "camera 7"],
    ["publisher", "p"]
  ])("suggests values of %s from the maintained value counts", async (field, q) => {
    const [plan] = await plansOf(suggest(principal, { field, q, limit: 10 }))
    expect(indexesOf(plan!)).toContain("fact_counts_key")
  })

  it.runIf(isAdministrator)("suggests values of album through the index of their words", async () => {
    const [plan] = await plansOf(suggest(principal, { field: "album", q: "9973", limit: 10 }))
    expect(indexesOf(plan!)).toContain("audio_facts_words")
  })

  it("searches for books by the names of their authors through an index", async () => {
    const plans = await plansOf(list("book", "zola"))
    expect(plans.flatMap((plan) => [...indexesOf(plan)])).toContain("related_names_searched")
  })
})

it("has an index for every field whose values are listed", async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]`
  )
  const indexed = new Set(rows.map(({ name }) => name))
  const listed = itemFieldTable().fields.flatMap(({ source }) =>
    source.from === "facts" && source.listed !== undefined ? [`${source.table}.${source.listed}`] : []
  )
  expect(listed.length).toBeGreaterThan(5)
  expect(listed.filter((name) => !indexed.has(name))).toEqual([])
})
