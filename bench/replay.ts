import { EventStore } from "@media/event-store/EventStore"
import { rebuildAll } from "@media/event-store/Rebuild"
import * as EmbeddedPostgres from "@media/embedded-postgres/EmbeddedPostgres"
import { uuidv7 } from "@media/kernel/Ids"
import { migrate } from "@media/pg/Migrations"
import { PgPool } from "@media/pg/PgPool"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { resolve } from "node:path"
import { temporaryFolder } from "./support/Product.ts"
import { makeReport, seconds, sizeOf, type Log } from "./support/Report.ts"
import { appendVideos } from "@media/testkit/seed/ManyVideos"
import { analyze, storeLayer } from "./support/Store.ts"

const videos = sizeOf("BENCH_VIDEOS", 100_000)
const appendPause = "20 millis"

const value = (sql: string) =>
  Effect.flatMap(PgPool, (pool) =>
    Effect.promise(async () => Number(Object.values((await pool.query(sql)).rows[0] as object)[0]))
  )

/** Returns the number of rows that occur in only one of the two tables. */
const differences = (a: string, b: string, columns: string) =>
  value(`select count(*)::int from (
    (select ${columns} from ${a} except all select ${columns} from ${b}) union all
    (select ${columns} from ${b} except all select ${columns} from ${a})) d`)

const root = { libraryId: uuidv7(), rootId: uuidv7() }

/** Creates the library of the videos, without which some projections would write no rows. */
const createLibrary = Effect.gen(function* () {
  const store = yield* EventStore
  const roots = [{ id: root.rootId, path: "/nowhere", enabled: false, recursive: true }]
  const event = { _tag: "library.created.v1", name: "Films", isNsfw: false, contents: ["videos"], roots }
  yield* store.append([{ streamId: root.libraryId, expectedVersion: 0, events: [event] }], {
    cause: "bench"
  })
})

/** Measures a rebuild of all projections from the event log while a writer appends more events. */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const program = Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.start({ dataDir: temporaryFolder("replay") })
    yield* migrate({ url, directory: resolve("migrations") })
    yield* Effect.provide(
      Effect.gen(function* () {
        yield* createLibrary
        const seeding = performance.now()
        yield* appendVideos(root, 0, videos)
        yield* analyze
        const events = yield* value("select count(*) from events where type not like 'jobs.%'")
        report.line(`${events} events of ${videos} videos written in ${seconds(seeding).toFixed(1)} s`)

        let next = videos
        const slowest = { millis: 0 }
        const writer = yield* Effect.fork(
          Effect.forever(
            Effect.gen(function* () {
              const from = performance.now()
              yield* appendVideos(root, next, next + 5)
              slowest.millis = Math.max(slowest.millis, performance.now() - from)
              next += 5
              yield* Effect.sleep(appendPause)
            })
          )
        )
        const from = performance.now()
        const reports = yield* rebuildAll({ replace: false })
        const took = seconds(from)
        yield* Fiber.interrupt(writer)
        const written = next - videos
        report.table(
          ["projection", "events", "only live", "only rebuilt"],
          reports.map(({ events, projection, tables }) => [
            projection,
            events,
            tables.reduce((sum, { onlyLive }) => sum + onlyLive, 0),
            tables.reduce((sum, { onlyRebuilt }) => sum + onlyRebuilt, 0)
          ])
        )
        const read = reports.reduce((sum, { events }) => sum + events, 0)
        report.line(
          `rebuilt in ${took.toFixed(1)} s: ${(read / took).toFixed(0)} events/s read over all projections, ` +
            `${((events + written) / took).toFixed(0)} events/s of the log; meanwhile ${written} videos were appended, the slowest five in ${slowest.millis.toFixed(0)} ms`
        )
        const isEqual = reports.every(({ tables }) =>
          tables.every(({ onlyLive, onlyRebuilt }) => onlyLive + onlyRebuilt === 0)
        )
        report.check(
          isEqual,
          "every projection is equal to its rebuild while a writer appends",
          String(isEqual)
        )
        report.check(
          slowest.millis < 5_000,
          "an append waits less than 5 s for it",
          `${slowest.millis.toFixed(0)} ms`
        )

        const pool = yield* PgPool
        yield* Effect.promise(() => pool.query("create table jobs_rebuilt (like jobs including defaults)"))
        const jobsFrom = performance.now()
        const jobs = yield* value("select rebuild_job_runs('jobs_rebuilt')")
        const jobsTook = seconds(jobsFrom)
        const differing = yield* differences(
          "jobs",
          "jobs_rebuilt",
          "id, queue, state, attempts, rev, dedupe_key, payload"
        )
        report.line(
          `${jobs} job runs rebuilt in ${jobsTook.toFixed(1)} s: ${(jobs / jobsTook).toFixed(0)} a second`
        )
        report.check(differing === 0, "job runs are equal to their rebuild", `${differing} rows differ`)
      }),
      storeLayer(url)
    )
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
