import { asked } from "@media/features/catalog/items/asked"
import type { AnyItemFilter } from "@media/features/catalog/items/contract"
import type { ListFilter } from "@media/features/catalog/items/listFilter"
import type { ItemKind } from "@media/features/ItemKind"
import { kinds } from "@media/features/generated/kinds"
import { listTracks } from "@media/features/media/audio/queries"
import { imageReads } from "@media/features/media/images/queries"
import { timeline } from "@media/features/media/images/timeline"
import { sourceOf } from "@media/features/catalog/items/source"
import type { Cost } from "@media/query/Field"
import type { QueryCache } from "@media/pg/QueryCache"
import { type Database, itemReads, readKinds, sortsOf } from "@media/testkit/seed/ItemReads"
import { kindReads } from "@media/testkit/seed/KindReads"
import {
  COMMON_WORD,
  RARE_WORD,
  seedAdministrator,
  seedItems,
  seedMember
} from "@media/testkit/seed/ManyItems"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { planFaults, planOf } from "./planFaults.ts"
import { statementsOf } from "./statements.ts"
import { fileKinds } from "./itemSamples.ts"

// Measures how many rows a list actually reads. A plan that reads hidden rows, or sorts rows that it does not return,
// seems fast with a hundred items, but takes seconds with a million.

const collection = { items: 30_000, libraries: 12 }
const perPage = 40
const store = await startStore()
const client = new pg.Client({ connectionString: store.url })

beforeAll(async () => {
  await client.connect()
  await client.query(seedItems(collection).join(";\n"))
  await client.query("vacuum (analyze)")
  // These settings are the same as in the product.
  await client.query("set random_page_cost = 1.1; set jit = off")
})
afterAll(async () => {
  await client.end()
  await store.stop()
})

const first: ListFilter = { page: 1, perPage, sort: "createdAt", order: "desc" }

/**
 * Returns queries for one kind, keyed by the cost of the fields in their conditions. Queries on computed fields also
 * contain a selective condition.
 */
const conditionsByCost = (kind: ItemKind): Readonly<Record<Cost, ReadonlyArray<string>>> => {
  const [named] = { track: ["artist", "album"], book: ["author", "bookSeries"], album: ["artist"] }[
    kind as string
  ] ?? ["library"]
  return {
    counted: ["is:missing", "-is:missing", "status:(ready, failed)"],
    indexed: ["added>2000", "size>1kB sort:title", "date:2001..2010 -no:date"],
    lookup: [`${named}:Unheard`, `${named}:Unheard OR title:${RARE_WORD}`],
    trigram: [`title:${RARE_WORD}`, `title:${RARE_WORD} -title:${COMMON_WORD}`],
    viewer: ["is:favorite", "rating>=80 OR is:started", "played:30d"],
    computed: [
      `is:favorite path:a`,
      `title:${RARE_WORD} -details:x`,
      `title:${RARE_WORD} plays:0 edited>2000`
    ]
  }
}

const faults = async (
  what: string,
  ask: Effect.Effect<unknown, unknown, Database | QueryCache>,
  options?: Parameters<typeof planFaults>[1]
): Promise<ReadonlyArray<string>> => {
  const sent = await statementsOf(() => store.run(Effect.orDie(ask)))
  expect(sent.length).toBeGreaterThan(0)
  const found: Array<string> = []
  for (const statement of sent) {
    for (const fault of planFaults(await planOf(client, statement), options)) found.push(`${what}: ${fault}`)
  }
  return found
}

describe.each([
  ["an administrator", seedAdministrator],
  ["a member of three libraries without NSFW", seedMember(collection)]
])("for %s", (_, principal) => {
  const list = (kind: ItemKind, filter: Partial<ListFilter>) =>
    itemReads[kind].list(principal, { ...first, ...filter })
  const totalOf = async (kind: ItemKind, filter: Partial<ListFilter> = {}) =>
    (await store.run(Effect.orDie(list(kind, filter)))).total

  it("reads hardly more rows than it returns for lists that exist only for one kind", async () => {
    const found: Array<string> = []
    for (const { ask, isCounted, isSearch = false, what } of await store.run(
      Effect.orDie(kindReads(principal))
    ))
      if (isCounted === undefined) found.push(...(await faults(what, ask, { isSearch })))
    expect(found).toEqual([])
  })

  describe.each(readKinds)("%s", (kind) => {
    const hasFile = fileKinds.some((each) => each.kind === kind && each.groups === undefined)

    it.each(sortsOf(kind))("reads hardly more rows than one page to sort by %s", async (sort) => {
      const last = Math.ceil((await totalOf(kind)) / perPage)
      expect(last).toBeGreaterThan(5)
      const found: Array<string> = []
      for (const order of ["asc", "desc"] as const) {
        for (const page of [1, Math.ceil(last / 2), last])
          found.push(...(await faults(`${order}, page ${page}`, list(kind, { sort, order, page }))))
      }
      expect(found).toEqual([])
    })

    it("reads hardly more rows than it returns for filters and lookups", async () => {
      const { items } = await store.run(Effect.orDie(list(kind, {})))
      const { id, libraryId } = items[0]!
      const filters: ReadonlyArray<Partial<ListFilter>> = [
        { libraryId },
        { status: "missing" },
        { status: "failed", libraryId },
        { isMissing: false, sort: "title" },
        { isOrganized: true },
        { isOrganized: false, sort: "date" }
      ]
      const found: Array<string> = []
      for (const filter of filters) {
        expect(await totalOf(kind, filter)).toBeGreaterThan(0)
        found.push(...(await faults(JSON.stringify(filter), list(kind, filter))))
      }
      found.push(...(await faults("one item", itemReads[kind].get(principal, id))))
      if (hasFile) found.push(...(await faults("its file", sourceOf(principal, kind, id))))
      expect(found).toEqual([])
    })

    it.runIf(kind === "video")("reads few excess rows to filter by duration and resolution", async () => {
      const filters: ReadonlyArray<Partial<AnyItemFilter>> = [
        { durationMin: 600 },
        { durationMin: 3_600, durationMax: 3_900, sort: "title" },
        { durationMax: 1_500, resolution: "4k", sort: "date" },
        { resolution: "1080p", status: "ready" },
        { resolution: "4k", sort: "size", order: "asc" },
        { resolution: "720p", sort: "resolution", page: 3 }
      ]
      const found: Array<string> = []
      for (const params of filters) {
        const filter = await store.run(Effect.orDie(asked(principal, kind, { ...first, ...params })))
        expect(await totalOf(kind, filter)).toBeGreaterThan(0)
        found.push(...(await faults(JSON.stringify(params), list(kind, filter))))
      }
      expect(found).toEqual([])
    })

    const groups = kinds.find((each) => each.kind === kind)!.groups as ReadonlyArray<ItemKind> | undefined
    it.runIf(groups !== undefined)("reads few extra rows for a page of the largest group", async () => {
      const within = itemReads[groups![0]!]
      const largest = await client.query<{ id: string }>(
        `select v.parent_id as id from items v join items g on g.id = v.parent_id
         where v.kind = any($1::item_kind[]) and not g.is_nsfw and g.library_id = any($2) group by 1 order by count(*) desc limit 1`,
        [groups, seedMember(collection).libraryIds]
      )
      const parentId = largest.rows[0]!.id
      const found: Array<string> = []
      for (const sort of ["ordinal", "title", "createdAt", "date"] as const)
        for (const page of [1, 2]) {
          const ask = within.list(principal, { ...first, parentId, sort, order: "asc", page })
          expect((await store.run(Effect.orDie(ask))).items.length).toBeGreaterThan(0)
          found.push(...(await faults(`${sort}, page ${page}`, ask)))
        }
      expect(found).toEqual([])
    })

    it.runIf(kind === "track").each(["artist", "album"] as const)(
      "reads hardly more rows than one page to sort by %s",
      async (sort) => {
        const last = Math.ceil((await totalOf(kind)) / perPage)
        const found: Array<string> = []
        for (const order of ["asc", "desc"] as const)
          for (const page of [1, Math.ceil(last / 2), last])
            found.push(
              ...(await faults(
                `${order}, page ${page}`,
                listTracks(principal, { ...first, sort, order, page })
              ))
            )
        expect(found).toEqual([])
      }
    )

    it.each(Object.entries(conditionsByCost(kind)))(
      "uses an index for conditions on fields that are %s",
      async (_, queries) => {
        const found: Array<string> = []
        for (const q of queries) {
          const filter = await store.run(Effect.orDie(asked(principal, kind, { ...first, q })))
          const faultsOf = await faults(q, list(kind, filter), { isSearch: true })
          found.push(...faultsOf.filter((fault) => fault.includes("Seq Scan")))
        }
        expect(found).toEqual([])
      }
    )

    it("searches for words through an index", async () => {
      for (const q of [COMMON_WORD, RARE_WORD, `${COMMON_WORD} ${RARE_WORD}`]) {
        expect(await faults(q, list(kind, { words: q }), { isSearch: true })).toEqual([])
      }
    })
  })

  it("reads hardly more rows than it returns when it sorts images by capture time", async () => {
    const found: Array<string> = []
    for (const page of [1, 9, 40])
      found.push(
        ...(await faults(`page ${page}`, imageReads.list(principal, { ...first, sort: "takenAt", page })))
      )
    expect(found).toEqual([])
  })

  it("counts the days of all images through an index", async () => {
    const [statement] = await statementsOf(() =>
      store.run(Effect.orDie(timeline(principal, { order: "desc" })))
    ).then((sent) => sent.filter(({ text }) => text.includes("v.moment")))
    expect(planFaults(await planOf(client, statement!), { isSearch: true })).toEqual([])
    const { rows } = await client.query(`explain ${statement!.text}`, statement!.values)
    expect(JSON.stringify(rows)).toContain("items_moment")
  })
})
