import { listEntities } from "@media/features/app/entities/queries"
import { getEntity } from "@media/features/app/entities/detail"
import { suggestEntities } from "@media/features/app/search/entities"
import { seedAdministrator, seedItems, seedMember } from "@media/testkit/seed/ManyItems"
import { seedEntities } from "@media/testkit/seed/ManyEntities"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Plan, planOf } from "./planFaults.ts"
import { statementsOf } from "./statements.ts"

// These tests use 30,000 items and as many performers. With only a hundred performers, a list that reads all relations
// of all items would pass.

const collection = { items: 30_000, libraries: 12 }
const store = await startStore()
const client = new pg.Client({ connectionString: store.url })

beforeAll(async () => {
  await client.connect()
  await client.query(seedItems(collection).join(";\n"))
  await client.query(seedEntities({ performers: 30_000, tags: 2_000 }).join(";\n"))
  await client.query("vacuum (analyze)")
  await client.query("set random_page_cost = 1.1; set jit = off")
})
afterAll(async () => {
  await client.end()
  await store.stop()
})

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
/** Returns the number of rows of the given tables that a plan has read. */
const readOf = (plan: Plan, tables: ReadonlySet<string>): number =>
  nodesOf(plan)
    .filter((node) => tables.has(node["Relation Name"] ?? ""))
    .reduce(
      (sum, node) =>
        sum + node["Actual Loops"] * (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)),
      0
    )
const perItem = new Set(["items", "item_relations"])
const perEntity = new Set(["related_entities", "related_names", "related_counts", "related_sums"])

/** The services that every query for entities requires. */
type Database = Effect.Effect.Context<ReturnType<typeof listEntities>>

const plansOf = async <A, E>(ask: Effect.Effect<A, E, Database>) => {
  const sent = await statementsOf(() => store.run(Effect.orDie(ask)))
  expect(sent.length).toBeGreaterThan(0)
  const plans: Array<Plan> = []
  for (const statement of sent) plans.push(await planOf(client, statement))
  return plans
}

describe.each([
  ["an administrator", seedAdministrator],
  ["a member of three libraries without NSFW", seedMember(collection)]
])("for %s", (_, principal) => {
  const page = { page: 1, perPage: 40 } as const

  it.each(["name", "random", "count", "lastUsed", "rating"] as const)(
    "reads no items for a page of entities that is sorted by %s",
    async (sort) => {
      for (const kind of ["performer", "tag"] as const) {
        const plans = await plansOf(listEntities(principal, kind, { ...page, sort }))
        expect(plans.map((plan) => readOf(plan, perItem))).toEqual(plans.map(() => 0))
      }
    }
  )

  it.each(["name", "random", "count", "lastUsed", "rating"] as const)(
    "reads hardly more rows than the page contains when it sorts entities by %s",
    async (sort) => {
      const plans = await plansOf(listEntities(principal, "performer", { ...page, sort }))
      expect(readOf(plans.at(-1)!, perEntity)).toBeLessThan(1_000)
      // The query for the total reads one row per entity.
      for (const plan of plans) expect(readOf(plan, perEntity)).toBeLessThanOrEqual(32_000)
    }
  )

  it.each([
    ["nothing", "", undefined],
    ["a letter", "a", "video"],
    ["the beginning of many names", "ada", "video"],
    ["a number in some names", "77", undefined]
  ] as const)("reads a bounded number of names to suggest entities for %s", async (_, q, kind) => {
    for (const plan of await plansOf(suggestEntities(principal, "performer", { q, limit: 10, kind })))
      expect(readOf(plan, perEntity)).toBeLessThan(12_000)
  })

  it("finds words in names without reading all names", async () => {
    const asks: ReadonlyArray<Effect.Effect<unknown, unknown, Database>> = [
      listEntities(principal, "performer", { ...page, sort: "name", q: "777" }),
      suggestEntities(principal, "performer", { q: "777", limit: 10, kind: undefined })
    ]
    for (const ask of asks)
      for (const plan of await plansOf(ask)) expect(readOf(plan, perEntity)).toBeLessThan(3_000)
  })

  it("reads only a performer's own items for the performer's page", async () => {
    const { items } = await store.run(listEntities(principal, "performer", { ...page, sort: "count" }))
    for (const plan of await plansOf(getEntity(principal, "performer", items[0]!.id)))
      expect(readOf(plan, perItem)).toBeLessThan(3_000)
  })
})
