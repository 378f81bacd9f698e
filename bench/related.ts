import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { getEntity } from "@media/features/app/entities/detail"
import { listEntities } from "@media/features/app/entities/queries"
import { suggest } from "@media/features/app/search/suggest"
import { asked } from "@media/features/catalog/items/asked"
import { migrate } from "@media/pg/Migrations"
import { PgPool } from "@media/pg/PgPool"
import { type Database, itemReads } from "@media/testkit/seed/ItemReads"
import { seedEntities } from "@media/testkit/seed/ManyEntities"
import { seedAdministrator, seedMember } from "@media/testkit/seed/ManyItems"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { resolve } from "node:path"
import { cpuMillis } from "./support/CpuTime.ts"
import { fillItems, type Query } from "./support/ItemCollection.ts"
import { temporaryFolder } from "./support/Product.ts"
import { makeReport, quantile, seconds, sizeOf, type Log } from "./support/Report.ts"
import { storeLayer } from "./support/Store.ts"

const collection = { items: sizeOf("BENCH_ITEMS", 1_000_000), libraries: 40 }
const entities = {
  performers: sizeOf("BENCH_PERFORMERS", 100_000),
  tags: 5_000,
  studios: 2_000,
  tagsOfItem: 20
}
const rounds = sizeOf("BENCH_ROUNDS", 20)
/**
 * Number of warm-up runs. A statement is prepared on its third use, and PostgreSQL caches its plan after five more
 * runs.
 */
const roundsBefore = 8
const mostMillis = 1_000

type Ask = Effect.Effect<unknown, unknown, Database>

const first = { page: 1, perPage: 40 } as const
const sorts = ["name", "random", "count", "lastUsed", "rating"] as const

const fill = async (query: Query): Promise<void> => {
  const { rows } = await query("select count(*)::int as n from item_relations")
  if (Number(rows[0]?.["n"]) > 0) return
  // Drops the indexes before the insert and creates them afterwards. Otherwise, the random keys of 24 million rows
  // would be inserted into the indexes one by one, each into a different page.
  const { rows: indexes } = await query(
    "select indexdef from pg_indexes where tablename = 'item_relations' and indexname <> 'item_relations_pkey'"
  )
  await query("drop index item_relations_entity")
  await query("alter table item_relations drop constraint item_relations_pkey")
  const keys = "add constraint item_relations_pkey primary key (item_id, relation, entity_id)"
  for (const statement of [
    ...seedEntities(entities),
    `alter table item_relations ${keys}`,
    ...indexes.map(({ indexdef }) => String(indexdef))
  ])
    await query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; ${statement}`)
  await query("vacuum (analyze)")
}

/** Returns the requests to measure for a user, in groups with a name and a target time in milliseconds. */
const asksOf = (principal: Principal) =>
  Effect.gen(function* () {
    const list = (
      kind: "performer" | "studio" | "tag",
      params: Partial<Parameters<typeof listEntities>[2]>
    ) => listEntities(principal, kind, { ...first, sort: "name", ...params })
    const { items: most } = yield* list("performer", { sort: "count" })
    const { items: tags } = yield* list("tag", { sort: "count" })
    const items = (q: string) =>
      Effect.flatMap(asked(principal, "video", { ...first, sort: "createdAt", order: "desc", q }), (read) =>
        itemReads.video.list(principal, read)
      )
    const suggested = (field: string, q: string, kind?: "video") =>
      suggest(principal, { field, q, kind, limit: 10 })
    const [a, b] = most
    const named = (row: { readonly name: string } | undefined) => `"${row?.name}"`
    const lists: ReadonlyArray<readonly [string, Ask]> = [
      ...(["performer", "studio", "tag"] as const).flatMap((kind) =>
        sorts.map((sort) => [`${kind}s by ${sort}`, list(kind, { sort })] as const)
      ),
      ["performers by name, page 100", list("performer", { page: 100 })],
      ["performers by count, page 100", list("performer", { sort: "count", page: 100 })],
      ["performers named 777", list("performer", { q: "777" })],
      ["performers with items", list("performer", { hasItems: true })]
    ]
    const suggestions: ReadonlyArray<readonly [string, Ask]> = [
      ["performers, nothing typed", suggested("performer", "")],
      ["performers of videos, nothing typed", suggested("performer", "", "video")],
      ["performers, a letter", suggested("performer", "a")],
      ["performers of videos, a letter", suggested("performer", "a", "video")],
      ["performers, a name of many", suggested("performer", "ada")],
      ["performers of videos, a family of many", suggested("performer", "keller", "video")],
      ["performers, a number", suggested("performer", "7771")],
      ["performers, a typing mistake", suggested("performer", "quentn rossi")],
      ["tags, nothing typed", suggested("tag", "", "video")],
      ["tags, two letters", suggested("tag", "ad", "video")],
      ["studios, two letters", suggested("studio", "be", "video")]
    ]
    const conditions: ReadonlyArray<readonly [string, Ask]> = [
      [
        "two performers and not a tag",
        items(`performer:${named(a)} performer:${named(b)} -tag:${named(tags[0])}`)
      ]
    ]
    const pages: ReadonlyArray<readonly [string, Ask]> = [
      ["a performer", items(`performer:${named(a)}`)],
      ["a tag of many", items(`tag:${named(tags[0])}`)],
      ["page of a performer", getEntity(principal, "performer", a?.id ?? "")],
      ["page of a tag", getEntity(principal, "tag", tags[0]?.id ?? "")]
    ]
    return [
      ["lists of entities", 30, lists],
      ["suggestions", 30, suggestions],
      ["items by two performers and not a tag", 150, conditions],
      ["without a target", undefined, pages]
    ] as const
  })

/**
 * Measures lists of performers, studios and tags, their suggestions, and filters that use them, for three callers.
 * Calls the product's queries directly, without HTTP.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({
      dataDir: process.env["BENCH_DATA_DIR"] ?? temporaryFolder("related")
    })
    yield* migrate({ url, directory: resolve("migrations") })
    yield* Effect.gen(function* () {
      const pool = yield* PgPool
      const query: Query = (sql) => pool.query(sql)
      const [held] = (yield* Effect.promise(() => query("select count(*)::int as n from items"))).rows
      const from = performance.now()
      if (held?.["n"] !== collection.items) yield* Effect.promise(() => fillItems(query, collection))
      yield* Effect.promise(() => fill(query))
      report.line(
        `${collection.items} items, ${entities.performers} performers, ${entities.tags} tags: ${seconds(from).toFixed(0)} s`
      )
      for (const [name, principal] of [
        ["administrator", seedAdministrator],
        ["administrator without NSFW", { ...seedAdministrator, showNsfw: false }],
        ["member of three", seedMember(collection)]
      ] as const)
        for (const [target, limit, asks] of yield* asksOf(principal)) {
          let worst: readonly [millis: number, what: string] = [0, ""]
          const rows: Array<ReadonlyArray<string>> = []
          for (const [what, ask] of asks) {
            const times: Array<number> = []
            let cpuBefore = 0
            for (let n = -roundsBefore; n < rounds; n += 1) {
              if (n === 0) cpuBefore = yield* Effect.promise(() => cpuMillis(query))
              const start = performance.now()
              yield* ask
              const millis = performance.now() - start
              if (n >= 0) times.push(millis)
              // A slow request skips the remaining warm-up runs and is measured only three times.
              else if (millis > mostMillis) n = -1
              if (millis > mostMillis && times.length > 2) break
            }
            const cpu = (yield* Effect.promise(() => cpuMillis(query))) - cpuBefore
            const p95 = quantile(times, 0.95)
            if (p95 > worst[0]) worst = [p95, what]
            rows.push([
              what,
              quantile(times, 0.5).toFixed(1),
              p95.toFixed(1),
              (cpu / times.length).toFixed(1)
            ])
          }
          report.table([`${name}, ms`, "median", "p95", "CPU"], rows)
          if (limit !== undefined)
            report.check(
              worst[0] < limit,
              `${name}, ${target} in ${limit} ms (p95)`,
              `${worst[0].toFixed(0)} ms (${worst[1]})`
            )
        }
    }).pipe(Effect.provide(storeLayer(url)))
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
