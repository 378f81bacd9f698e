import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { EventStore } from "@media/event-store/EventStore"
import { applyEvents } from "@media/features/app/collections/catchUp"
import { createCollection } from "@media/features/app/collections/commands"
import { previewRule } from "@media/features/app/collections/preview"
import { listCollections } from "@media/features/app/collections/list"
import { listMembers } from "@media/features/app/collections/queries"
import { refreshCollection } from "@media/features/app/collections/refresh"
import { migrate } from "@media/pg/Migrations"
import { PgPool } from "@media/pg/PgPool"
import { seedEntities } from "@media/testkit/seed/ManyEntities"
import { seedAdministrator, seedMember } from "@media/testkit/seed/ManyItems"
import * as Effect from "effect/Effect"
import { resolve } from "node:path"
import { fillItems, type Query } from "./support/ItemCollection.ts"
import { temporaryFolder } from "./support/Product.ts"
import { cpuMillis } from "./support/CpuTime.ts"
import { makeReport, median, quantile, seconds, sizeOf, type Log } from "./support/Report.ts"
import { storeLayer } from "./support/Store.ts"

const collection = { items: sizeOf("BENCH_ITEMS", 100_000), libraries: 10 }
const rules = sizeOf("BENCH_COLLECTIONS", 200)
const edits = sizeOf("BENCH_EDITS", 5_000)
const rounds = sizeOf("BENCH_ROUNDS", 20)
const entities = { performers: 5_000, tags: 1_000, studios: 200, tagsOfItem: 5 }
/**
 * Interval in milliseconds at which a worker checks for events. It is added to the result, because the benchmark
 * applies events immediately.
 */
const pauseMillis = 250

/** Returns the text of a rule that a user might write. The form of the rule and its values depend on `n`. */
const ruleOf = (n: number, tags: ReadonlyArray<string>, performers: ReadonlyArray<string>): string => {
  const tag = `"${tags[n % tags.length]}"`
  const performer = `"${performers[n % performers.length]}"`
  const forms = [
    `tag:${tag}`,
    `type:movie date:${1990 + (n % 30)}..`,
    `performer:${performer} -tag:${tag}`,
    `duration>${30 + (n % 60)}m is:organized`,
    `tag:${tag} OR performer:${performer}`,
    `type:image added:${30 + n}d`,
    `size>${1 + (n % 900)}MB has:tags`,
    `title:${["harbor", "river", "stone", "light"][n % 4]} -is:missing`
  ]
  return forms[n % forms.length]!
}

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const from = performance.now()
    yield* work
    return performance.now() - from
  })

/**
 * Runs each effect. Returns the wall-clock times, and the mean CPU time of one run, which other programs on the
 * machine do not affect.
 */
const measured = <R>(query: Query, works: ReadonlyArray<Effect.Effect<unknown, unknown, R>>) =>
  Effect.gen(function* () {
    const before = yield* Effect.promise(() => cpuMillis(query))
    const times = yield* Effect.forEach(works, timed)
    const cpu = ((yield* Effect.promise(() => cpuMillis(query))) - before) / works.length
    return {
      median: median(times),
      p95: quantile(times, 0.95),
      text: `${median(times).toFixed(0)} (median), ${quantile(times, 0.95).toFixed(0)} ms (p95), ${cpu.toFixed(0)} ms of CPU`
    }
  })

const names = (query: Query, kind: string) =>
  Effect.promise(async () => {
    const { rows } = await query(
      `select e.name, e.id from related_entities e where e.kind = '${kind}' order by e.id limit 100`
    )
    return rows.map(({ id, name }) => ({ id: String(id), name: String(name) }))
  })

/** Adds a tag to items in one transaction. */
const addTag = (ids: ReadonlyArray<string>, to: string, ordinal: number) =>
  Effect.flatMap(EventStore, (store) =>
    Effect.gen(function* () {
      const appends = ids.map((streamId) => ({
        ...{ streamId, expectedVersion: ordinal },
        events: [{ _tag: "item.related.v1", to, relation: "tag", ordinal, source: "user" }]
      }))
      yield* store.append(appends, { cause: "bench" })
    })
  )

/**
 * Measures how soon an edit updates the stored members of rule-based collections, and how long previews and bulk
 * edits take.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({ dataDir: temporaryFolder("collections") })
    yield* migrate({ url, directory: resolve("migrations") })
    yield* Effect.gen(function* () {
      const pool = yield* PgPool
      const query: Query = (sql) => pool.query(sql)
      const from = performance.now()
      yield* Effect.promise(() => fillItems(query, collection))
      for (const statement of seedEntities(entities)) yield* Effect.promise(() => query(statement))
      const owner = seedAdministrator.accountId
      yield* Effect.promise(() =>
        query(
          `insert into accounts values ('${owner}', 'root', 'root', 'Root', 'administrator', true, true, true, true, '{}', now())`
        )
      )
      yield* Effect.promise(() => query("vacuum (analyze)"))
      const tags = yield* names(query, "tag")
      const performers = yield* names(query, "performer")
      const texts = Array.from({ length: rules }, (_, n) =>
        ruleOf(
          n,
          tags.map(({ name }) => name),
          performers.map(({ name }) => name)
        )
      )
      yield* applyEvents()
      const ids: Array<string> = []
      for (const [n, text] of texts.entries()) {
        const body = { name: `Rule ${n}`, visibility: "everyone", text } as const
        ids.push((yield* createCollection(seedAdministrator, body)).id)
      }
      report.line(`${collection.items} items, ${rules} rules: ${seconds(from).toFixed(0)} s`)
      const whole = yield* Effect.forEach(ids, (id) => timed(refreshCollection(id)))
      yield* applyEvents()
      report.line(`  evaluating one rule as a whole: ${median(whole).toFixed(0)} ms (median)`)

      const { rows } = yield* Effect.promise(() =>
        query(`select id from items where kind = 'video' order by shuffle_key limit ${edits + rounds}`)
      )
      const items = rows.map(({ id }) => String(id))
      const seen = yield* measured(
        query,
        Array.from({ length: rounds }, (_, n) =>
          Effect.gen(function* () {
            yield* addTag([items[n]!], tags[0]!.id, 0)
            yield* applyEvents()
            yield* listMembers(seedAdministrator, ids[0]!, { page: 1, perPage: 50 })
          })
        )
      )
      report.check(
        seen.p95 + pauseMillis < 1_000,
        "an edit is in the stored members in 1 s (p95)",
        `${seen.text}, and up to ${pauseMillis} ms until the worker looks`
      )

      for (const [name, principal] of [
        ["administrator", seedAdministrator],
        ["member of three", seedMember(collection)]
      ] as const) {
        const previews = yield* measured(
          query,
          texts.map((text) => previewRule(principal, { text }))
        )
        report.check(previews.p95 < 150, `${name}, previews in 150 ms (p95)`, previews.text)
        const page = yield* measured(
          query,
          [1, 2, 3].map(() => listCollections(principal, { page: 1, perPage: 50 }))
        )
        report.line(`  ${name}, 50 of ${rules} collections: ${page.text}`)
      }

      yield* addTag(items.slice(rounds), tags[1]!.id, 0)
      const bulk = yield* measured(query, [applyEvents()])
      report.check(bulk.p95 < 5_000, `${edits} edited items refreshed in 5 s`, bulk.text)
    }).pipe(Effect.provide(storeLayer(url)))
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
