import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { suggest } from "@media/features/app/search/suggest"
import { itemFieldTable } from "@media/features/catalog/filters/itemFields"
import { asked, bounded } from "@media/features/catalog/items/asked"
import { migrate } from "@media/pg/Migrations"
import { PgPool } from "@media/pg/PgPool"
import { complete } from "@media/query/text/complete"
import { parseQuery } from "@media/query/text/parse"
import { itemReads } from "@media/testkit/seed/ItemReads"
import { COMMON_WORD, RARE_WORD, seedAdministrator, seedMember } from "@media/testkit/seed/ManyItems"
import * as Effect from "effect/Effect"
import { resolve } from "node:path"
import { cpuMillis } from "./support/CpuTime.ts"
import { fillItems, type Query } from "./support/ItemCollection.ts"
import { temporaryFolder } from "./support/Product.ts"
import { makeReport, quantile, seconds, sizeOf, type Log, type Report } from "./support/Report.ts"
import { storeLayer } from "./support/Store.ts"

const collection = { items: sizeOf("BENCH_ITEMS", 100_000), libraries: 40 }
const rounds = 20
/**
 * Number of warm-up runs. A statement is prepared on its third use, and PostgreSQL caches its plan after five more
 * runs.
 */
const roundsBefore = 8

/**
 * Filters with ten conditions, including "or" and "not". They combine conditions that match few items, conditions
 * that match most items, and conditions on the caller's user state.
 */
const trees = {
  "broad, walked":
    "(width>1000 OR height<400) -duration<60 duration>2 -is:missing (date>2000 OR no:date) size>1kB -is:organized NOT (added<2000 OR resolution:sd)",
  "few match, by title": `(${RARE_WORD} OR ${COMMON_WORD}) -is:missing (duration>60 OR width>0) NOT (size<1kB OR date<1900) added>2000 -is:nsfw -codec:vp9 sort:title`,
  "word and negations": `${COMMON_WORD} -silent -golden -broken (duration>600 OR resolution>=720p) -no:date -is:nsfw size>1kB -added<2000`,
  "the caller's own":
    "(is:favorite OR rating>=60) -is:watched -is:started duration>60 (width>0 OR height>0) -is:missing size>1kB -date<1900",
  "of other tables":
    "(codec:h264 OR codec:hevc) -audioCodec:opus (fps>20 OR no:fps) -container:avi duration>60 -is:missing no:bitRate -path:nothing",
  "two sort keys":
    "duration>60 -is:missing size>1kB (width>0 OR height>0) -is:nsfw -date<1900 NOT (added<2000) resolution>=720p -is:organized sort:-resolution,title"
} as const

/** Pairs of a field and the text that the user has typed, for which completions are requested. */
const completions = [
  ["codec", "h"],
  ["container", ""],
  ["genre", "ro"],
  ["albumArtist", "artist 99"],
  ["album", "9973"],
  ["camera", "camera 7"],
  ["publisher", "p"],
  ["author", "author 99"]
] as const

/**
 * Returns the median and the 95th percentile of the wall-clock time, and also the mean CPU time. Other programs on the
 * machine do not affect the CPU time.
 */
const measure = <R>(query: Query, ask: Effect.Effect<unknown, unknown, R>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    let before = 0
    for (let n = -roundsBefore; n < rounds; n += 1) {
      if (n === 0) before = yield* Effect.promise(() => cpuMillis(query))
      const from = performance.now()
      yield* ask
      if (n >= 0) times.push(performance.now() - from)
    }
    const cpu = ((yield* Effect.promise(() => cpuMillis(query))) - before) / rounds
    return { cpu, median: quantile(times, 0.5), p95: quantile(times, 0.95) }
  })

/** Measures how long it takes to parse a long filter text and to compute completions, inside this process. */
const measureText = (report: Report): void => {
  const fields = itemFieldTable()
  const whole = Array.from({ length: 700 }, (_, n) =>
    n % 2 === 0 ? `-title:"a b${n}"` : `duration>${n}`
  ).join(" OR ")
  const text = whole.slice(0, 10_240)
  /**
   * Returns the CPU time of one run in milliseconds: the 95th percentile of 30 samples of twenty runs each.
   * Wall-clock time would include other programs on the machine.
   */
  const timed = (work: () => unknown): number => {
    const times = Array.from({ length: 40 }, () => {
      const from = process.cpuUsage()
      for (let n = 0; n < 20; n += 1) work()
      const { system, user } = process.cpuUsage(from)
      return (system + user) / 20_000
    })
    return quantile(times.slice(10), 0.95)
  }
  const parsing = timed(() => parseQuery(text, fields))
  report.check(parsing < 5, "10 KiB are parsed in 5 ms", `${parsing.toFixed(2)} ms`)
  const completing = timed(() => complete("type:video resol", 16, fields))
  report.check(completing < 30, "completions are suggested in 30 ms", `${completing.toFixed(2)} ms`)
}

/**
 * Measures lists with filters of ten conditions, for two callers. Calls the product's queries directly, without HTTP.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const limit = collection.items > 100_000 ? 300 : 150
  measureText(report)
  const kept = process.env["BENCH_DATA_DIR"]
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({ dataDir: kept ?? temporaryFolder("query") })
    yield* migrate({ url, directory: resolve("migrations") })
    yield* Effect.gen(function* () {
      const pool = yield* PgPool
      const query: Query = (sql) => pool.query(sql)
      const [held] = (yield* Effect.promise(() => query("select count(*)::int as n from items"))).rows
      const from = performance.now()
      if (held?.["n"] !== collection.items) yield* Effect.promise(() => fillItems(query, collection))
      report.line(
        `${collection.items} items in ${collection.libraries} libraries: ${seconds(from).toFixed(0)} s`
      )
      const rows: Array<ReadonlyArray<string>> = []
      let worst: readonly [millis: number, what: string] = [0, ""]
      let slowest: readonly [millis: number, what: string] = [0, ""]
      const add = (
        what: string,
        total: string,
        { cpu, median, p95 }: { cpu: number; median: number; p95: number }
      ) => rows.push([what, total, median.toFixed(1), p95.toFixed(1), cpu.toFixed(1)])
      for (const [name, principal] of [
        ["administrator", seedAdministrator],
        ["member of three", seedMember(collection)]
      ] as const) {
        for (const [what, q] of Object.entries(trees)) {
          const params = { page: 1, perPage: 40, sort: "createdAt", order: "desc", q } as const
          const ask = Effect.flatMap(asked(principal, "video", params), (read) =>
            bounded(read, itemReads.video.list(principal, read))
          )
          const { total } = yield* ask
          const times = yield* measure(query, ask)
          if (times.p95 > worst[0]) worst = [times.p95, `${name}, ${what}`]
          add(`${name}, ${what}`, String(total), times)
        }
        for (const [field, q] of completions) {
          const times = yield* measure(query, suggest(principal, { field, q, limit: 10 }))
          if (times.p95 > slowest[0]) slowest = [times.p95, `${name}, ${field}:${q}`]
          add(`${name}, ${field}:${q}`, "", times)
        }
      }
      report.table(["ms", "of", "median", "p95", "CPU"], rows)
      report.check(
        worst[0] < limit,
        `a tree of ten conditions in ${limit} ms (p95)`,
        `${worst[0].toFixed(0)} ms (${worst[1]})`
      )
      report.check(
        slowest[0] < 30,
        "values of a text field are completed in 30 ms (p95)",
        `${slowest[0].toFixed(0)} ms (${slowest[1]})`
      )
    }).pipe(Effect.provide(storeLayer(url)))
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
