import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { nextUpOf } from "@media/features/media/series/nextUp"
import { listEpisodes } from "@media/features/media/series/episodes"
import { classifyLibrary } from "@media/features/media/series/classifyLibrary"
import { seasonReads, seriesReads } from "@media/features/media/series/queries"
import { migrate } from "@media/pg/Migrations"
import { PgPool } from "@media/pg/PgPool"
import type { Database } from "@media/testkit/seed/ItemReads"
import { seedAdministrator } from "@media/testkit/seed/ManyItems"
import * as Effect from "effect/Effect"
import { resolve } from "node:path"
import { temporaryFolder } from "./support/Product.ts"
import { cpuMillis } from "./support/CpuTime.ts"
import { makeReport, quantile, seconds, sizeOf, type Log } from "./support/Report.ts"
import { storeLayer } from "./support/Store.ts"

const episodes = sizeOf("BENCH_EPISODES", 60_000)
const rounds = sizeOf("BENCH_ROUNDS", 200)
const roundsBefore = 20

const libraryId = "01900000-0000-7000-8000-000000000101"
const rootId = "01900000-0000-7000-8000-000000000102"
const itemId = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const all = `generate_series(0, ${episodes - 1}) n`

/** SQL that creates thirty episodes in three seasons for each series, as if a scan had found their files. */
const files: ReadonlyArray<string> = [
  `insert into libraries (id, name, is_nsfw, contents, created_at) values ('${libraryId}', 'Shows', false, '{videos}', now())`,
  `insert into library_roots values ('${rootId}', '${libraryId}', '/shows', true, true, 0)`,
  `insert into items (id, kind, role, created_at, updated_at, library_id, title, sort_title, status, shuffle_key, duration)
   select ${itemId("n")}, 'video', 'video', now(), now(), '${libraryId}', 'x', 'x', 'ready', n, 1500 from ${all}`,
  `insert into item_files (item_id, root_id, size_bytes, mtime_ms, is_present, is_probed, path_hash, path)
   select ${itemId("n")}, '${rootId}', n, n, true, true, substr(sha256(p.path::bytea), 1, 16), p.path
   from ${all} cross join lateral (
     select 'Show Number ' || chr(65 + (n / 30) % 26) || (n / 30) || ' (2001)/Season ' || (1 + (n % 30) / 10) || '/Show S0'
       || (1 + (n % 30) / 10) || 'E' || lpad((1 + n % 10)::text, 2, '0') || ' The Title.mkv' as path) p`,
  `insert into events (stream_id, version, type, data)
   select ${itemId("n")}, 1, 'item.registered.v1', '{}' from ${all}`,
  "analyze"
]

/** SQL that marks six of ten episodes in every season as watched, at random times in the last 300 days. */
const watched = [
  `insert into user_items (account_id, item_id, is_watched, play_count, watched_at)
   select '${seedAdministrator.accountId}', v.id, true, 1, now() - random() * interval '300 days'
   from items v join video_episodes e on e.item_id = v.id where e.episode < 7`,
  "vacuum (analyze)"
]

/**
 * Measures the lists and pages of 2,000 series for an account that has started all of them. Calls the product's
 * queries directly, without HTTP.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({
      dataDir: process.env["BENCH_DATA_DIR"] ?? temporaryFolder("series")
    })
    yield* migrate({ url, directory: resolve("migrations") })
    yield* Effect.gen(function* () {
      const pool = yield* PgPool
      const query = (sql: string) => Effect.promise(() => pool.query<{ n: number }>(sql))
      const cpu = Effect.promise(() => cpuMillis((sql) => pool.query(sql)))
      const run = (statements: ReadonlyArray<string>) => Effect.forEach(statements, query)
      const { rows } = yield* query("select count(*)::int as n from items where kind = 'video'")
      if (rows[0]?.n !== episodes) {
        yield* run(files)
        const from = performance.now()
        yield* classifyLibrary(libraryId, () => Effect.void)
        report.line(`${episodes} episodes classified for the first time: ${seconds(from).toFixed(0)} s`)
        yield* run(watched)
      }
      const from = performance.now()
      yield* classifyLibrary(libraryId, () => Effect.void)
      report.check(
        seconds(from) < 60,
        "the whole library classified again in 60 s",
        `${seconds(from).toFixed(1)} s`
      )

      const first = { page: 1, perPage: 40, order: "asc" } as const
      const principal = seedAdministrator
      const [some] = (yield* seriesReads.list(principal, { ...first, sort: "title" })).items
      const [season] = (yield* seasonReads.list(principal, { ...first, sort: "createdAt" })).items
      const asks: ReadonlyArray<
        readonly [
          what: string,
          limit: number | undefined,
          share: number,
          ask: Effect.Effect<unknown, unknown, Database>
        ]
      > = [
        ["next up, 20", 30, 0.95, nextUpOf(principal, { limit: 20 })],
        ["series by title", 30, 0.99, seriesReads.list(principal, { ...first, sort: "title" })],
        [
          "series by title, page 30",
          30,
          0.99,
          seriesReads.list(principal, { ...first, sort: "title", page: 30 })
        ],
        [
          "series not watched",
          undefined,
          0.95,
          seriesReads.list(principal, { ...first, sort: "title", isWatched: false })
        ],
        ["page of a series", 50, 0.95, seriesReads.get(principal, some!.id)],
        ["page of a season", undefined, 0.95, seasonReads.get(principal, season!.id)],
        [
          "episodes, newest",
          undefined,
          0.95,
          listEpisodes(principal, { ...first, order: "desc", sort: "createdAt" })
        ]
      ]
      const told: Array<ReadonlyArray<string>> = []
      for (const [what, limit, share, ask] of asks) {
        const times: Array<number> = []
        let cpuBefore = 0
        for (let n = -roundsBefore; n < (limit === undefined ? 20 : rounds); n += 1) {
          if (n === 0) cpuBefore = yield* cpu
          const start = performance.now()
          yield* ask
          if (n >= 0) times.push(performance.now() - start)
        }
        const used = ((yield* cpu) - cpuBefore) / times.length
        told.push([
          what,
          ...[0.5, 0.95, 0.99].map((each) => quantile(times, each).toFixed(1)),
          used.toFixed(1)
        ])
        const found = quantile(times, share)
        if (limit !== undefined)
          report.check(found < limit, `${what} in ${limit} ms (p${100 * share})`, `${found.toFixed(1)} ms`)
      }
      report.table(["ms", "median", "p95", "p99", "CPU"], told)
    }).pipe(Effect.provide(storeLayer(url)))
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
