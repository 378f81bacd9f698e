import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import { readPidFile } from "./PidFile.ts"

let made = ""
let dataDir = ""

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "media-embedded-"))
  await run(EmbeddedPostgres.start({ dataDir: made }))
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "media-embedded-"))
})
afterAll(() => rm(made, { recursive: true, force: true }))
/** Copies a prepared database to the data directory, because creating a new one takes a second of CPU time. */
const haveDatabase = () => cp(join(made, "postgres"), join(dataDir, "postgres"), { recursive: true })
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const start = (mode: "own" | "share" = "own") => EmbeddedPostgres.start({ dataDir, mode, throwAway: true })
const startDurable = () => EmbeddedPostgres.start({ dataDir })

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

const query = (url: string, sql: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2000,
      query_timeout: 2000
    })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  })

const postmaster = () => readPidFile(join(dataDir, "postgres"))?.pid

it("keeps the rows of the database between starts", async () => {
  await run(Effect.flatMap(start(), ({ url }) => query(url, "create table kept as select 1 as n")))
  expect(postmaster()).toBeUndefined()
  expect(await run(Effect.flatMap(start(), ({ url }) => query(url, "select n from kept")))).toEqual([
    { n: 1 }
  ])
})

it("uses the same locale on every machine", async () => {
  const sql = `select lower('ÄÖ') as folded, (select datlocale from pg_database where datname = current_database()) as locale`
  const rows = await run(Effect.flatMap(start(), ({ url }) => query(url, sql)))
  expect(rows).toEqual([{ folded: "äö", locale: "C.UTF-8" }])
})

it("lets a second launcher use the database if the launcher asks to share it", async () => {
  await haveDatabase()
  const both = Effect.gen(function* () {
    const first = yield* start()
    const second = yield* Effect.scoped(start("share"))
    const refused = yield* Effect.flip(Effect.scoped(start()))
    // The second launcher has ended, but the first one still keeps the database running.
    const rows = yield* query(first.url, "select 1 as n")
    return { same: second.url === first.url, adopted: second.adopted, refused: refused.message, rows }
  })
  expect(await run(both)).toEqual({
    same: true,
    adopted: true,
    refused: `The data directory ${dataDir} is already in use by process ${process.pid}.`,
    rows: [{ n: 1 }]
  })
})

it("restarts the database after it was killed, without losing committed rows", async () => {
  await haveDatabase()
  const rows = await run(
    Effect.gen(function* () {
      const { url } = yield* startDurable()
      yield* query(url, "create table kept as select 1 as n")
      process.kill(postmaster() ?? 0, "SIGKILL")
      const rows = Effect.sandbox(Effect.suspend(() => query(url, "select n from kept")))
      return yield* rows.pipe(Effect.retry(Schedule.spaced("100 millis")), Effect.orDie)
    })
  )
  expect(rows).toEqual([{ n: 1 }])
})

it("removes the pid file of a dead postmaster even if another process now has its pid", async () => {
  await haveDatabase()
  await mkdir(join(dataDir, "run"))
  const stale = `${process.pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/run\n\n1 1\nready   \n`
  await writeFile(join(dataDir, "postgres/postmaster.pid"), stale)
  await writeFile(join(dataDir, "run/.s.PGSQL.5432.lock"), stale)
  expect(await run(Effect.flatMap(start(), ({ url }) => query(url, "select 1 as n")))).toEqual([{ n: 1 }])
})

it("rejects a cluster of a different major version without changing it", async () => {
  await haveDatabase()
  await writeFile(join(dataDir, "postgres/PG_VERSION"), "9\n")
  const error = await run(Effect.flip(Effect.scoped(start())))
  expect(error.message).toContain("was created by PostgreSQL 9")
  expect(await readFile(join(dataDir, "postgres/PG_VERSION"), "utf8")).toBe("9\n")
})
