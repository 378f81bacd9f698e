import { createTestDatabase } from "@media/testkit/TemplateDatabase"
import { eventually } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, beforeEach, expect, it } from "vitest"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { PgPool } from "./PgPool.ts"
import * as PgLive from "./PgLive.ts"
import { QueryCache } from "./QueryCache.ts"

const database = await createTestDatabase()
const runtime = ManagedRuntime.make(
  QueryCache.layer.pipe(
    Layer.provideMerge(
      PgLive.layer({
        url: database.url,
        applicationName: "test",
        maxConnections: 2,
        queryTimeoutMillis: 5_000
      })
    ),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, database.url))
  )
)
const pool = await runtime.runPromise(PgPool)
const cache = await runtime.runPromise(QueryCache)
afterAll(async () => {
  await runtime.dispose()
  await database.drop()
})

let reads = 0
const ask = (key = "a") =>
  Effect.runPromise(
    cache.get(
      "sources",
      key,
      Effect.sync(() => ++reads)
    )
  )
const isKeeping = async () => {
  const first = await ask("probe")
  return (await ask("probe")) === first
}

beforeEach(async () => {
  await eventually(isKeeping)
  cache.invalidateAll()
  reads = 0
})

it("queries a catalog page again after one of its tables or a related table changed", async () => {
  const page = () =>
    Effect.runPromise(
      cache.get(
        "catalog",
        "page",
        Effect.sync(() => ++reads)
      )
    )
  expect([await page(), await page(), await ask()]).toEqual([1, 1, 2])
  await pool.query("delete from user_items where false")
  await eventually(async () => (await page()) === 3)
  expect(await ask()).toBe(2)
  await touch()
  await eventually(async () => (await page()) > 3)
})

const touch = () => pool.query("delete from libraries where name = 'nobody'")

it("caches a result until a table of its topic changes", async () => {
  expect([await ask(), await ask(), await ask("b"), await ask("b")]).toEqual([1, 1, 2, 2])
  await pool.query("delete from accounts where username = 'nobody'")
  expect(await ask()).toBe(1)
  await touch()
  await eventually(async () => (await ask()) === 3)
})

it("does not cache a result if a table changed while the query was running", async () => {
  const slow = Effect.runPromise(
    cache.get(
      "sources",
      "a",
      Effect.delay(
        Effect.sync(() => ++reads),
        "150 millis"
      )
    )
  )
  await touch()
  expect(await slow).toBe(1)
  expect(await ask()).toBe(2)
})

const slowRead = Effect.delay(
  Effect.sync(() => ++reads),
  "100 millis"
)

it("shares a query among concurrent callers until one of them writes", async () => {
  const asking = Array.from({ length: 5 }, () => Effect.runPromise(cache.get("sources", "a", slowRead)))
  cache.invalidateAll()
  const after = Effect.runPromise(cache.get("sources", "a", slowRead))
  expect(new Set(await Promise.all(asking))).toEqual(new Set([1]))
  expect(await after).toBe(2)
  expect(await ask()).toBe(2)
})

it("queries again if the first caller was interrupted", async () => {
  const first = Effect.runFork(cache.get("sources", "a", slowRead))
  const second = Effect.runPromise(cache.get("sources", "a", slowRead))
  await Effect.runPromise(Fiber.interrupt(first))
  expect(await second).toBe(1)
  const failing = cache.get("sources", "b", Effect.delay(Effect.fail("away"), "50 millis"))
  const failures = await Effect.runPromise(
    Effect.all([failing, failing].map(Effect.flip), { concurrency: 2 })
  )
  expect(failures).toEqual(["away", "away"])
  expect(await ask("b")).toBe(2)
})

it("does not cache failures", async () => {
  await Effect.runPromise(Effect.flip(cache.get("sources", "a", Effect.fail("away"))))
  expect(await ask()).toBe(1)
})

it("caches nothing while the notification connection is down", async () => {
  expect([await ask(), await ask()]).toEqual([1, 1])
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'media-listen'"
  )
  await eventually(async () => (await ask()) > 1)
  expect(await isKeeping()).toBe(false)
  await eventually(isKeeping)
})

it("limits the number of cached results", async () => {
  for (let n = 0; n < 1_500; n++) await ask(String(n))
  expect(await ask("1499")).toBe(1_500)
  expect(await ask("0")).toBe(1_501)
})
