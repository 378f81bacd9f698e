import * as SqlClient from "@effect/sql/SqlClient"
import { createTestDatabase, type TestDatabase } from "@media/testkit/TemplateDatabase"
import { startLink } from "@media/testkit/DatabaseLink"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isUnavailable } from "./errors.ts"
import { listen } from "./Listen.ts"
import * as PgLive from "./PgLive.ts"
import { PgPool } from "./PgPool.ts"
import { transaction } from "./Transaction.ts"

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const endBackends = (application: string) =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [application]
  )

const until = async (check: () => boolean, millis = 60_000) => {
  for (const end = performance.now() + millis; !check() && performance.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(check()).toBe(true)
}

it("reconnects a listener whose backend was terminated", async () => {
  const scope = await Effect.runPromise(Scope.make())
  const received: Array<string> = []
  let connected = 0
  await Effect.runPromise(
    listen({
      url: database.url,
      channels: ["plain", 'odd "channel"'],
      onConnected: () => (connected += 1),
      onNotification: ({ channel, payload }) => received.push(`${channel}:${payload}`)
    }).pipe(Scope.extend(scope))
  )
  await until(() => connected === 1)
  const notify = (channel: string, payload: string) =>
    client.query("select pg_notify($1, $2)", [channel, payload])
  await notify("plain", "one")
  await notify('odd "channel"', "")
  await until(() => received.length === 2)
  expect(received).toEqual(["plain:one", 'odd "channel":'])
  await endBackends("media-listen")
  await until(() => connected === 2)
  await notify("plain", "two")
  await until(() => received.at(-1) === "plain:two")
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

describe("the pool", () => {
  const open = (url: string, queryTimeoutMillis = 2_000, silence: { silenceMillis?: number } = {}) =>
    ManagedRuntime.make(
      PgLive.layer({ url, applicationName: "pool-test", maxConnections: 4, queryTimeoutMillis, ...silence })
    )
  const one = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select count(*) as n from events`)

  it("recovers after connections were terminated, the network failed or the server froze", async () => {
    const link = await startLink(database.url)
    const runtime = open(link.url, 500)
    expect(await runtime.runPromise(one)).toEqual([{ n: 0 }])
    await endBackends("pool-test")
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await runtime.runPromise(one)).toEqual([{ n: 0 }])
    link.cut()
    const error = await runtime.runPromise(Effect.flip(one))
    expect(isUnavailable(error)).toBe(true)
    await link.restore()
    expect(await runtime.runPromise(one)).toEqual([{ n: 0 }])
    const slow = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select pg_sleep(600)`)
    expect(isUnavailable(await runtime.runPromise(Effect.flip(slow)))).toBe(true)
    link.cut()
    await runtime.dispose()
  })

  it("fails all statements if the database stops responding, but waits for a slow statement", async () => {
    const link = await startLink(database.url)
    const runtime = open(link.url, 600_000, { silenceMillis: 2_000 })
    const slow = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select pg_sleep(5)`)
    await runtime.runPromise(slow)
    link.freeze()
    // There are more callers than connections. Callers that wait for a connection must also get the error.
    const failures = await Promise.all(Array.from({ length: 8 }, () => runtime.runPromise(Effect.flip(one))))
    expect(failures.map(isUnavailable)).toEqual(Array.from({ length: 8 }, () => true))
    link.cut()
    await runtime.dispose()
  })

  it("cancels an interrupted statement even while all connections are in use", async () => {
    const runtime = open(database.url, 60_000)
    const sleeping = "select pg_sleep(60), 'of the interrupted'"
    const fiber = runtime.runFork(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(sleeping)))
    const running = async () =>
      (await client.query("select from pg_stat_activity where query = $1 and state = 'active'", [sleeping]))
        .rowCount
    await expect.poll(running, { timeout: 60_000 }).toBe(1)
    const pool = await runtime.runPromise(PgPool)
    const others = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
    await runtime.runPromise(Fiber.interrupt(fiber))
    await expect.poll(running, { timeout: 30_000 }).toBe(0)
    for (const other of others) other.release()
    await runtime.dispose()
  })

  it("does not cancel the next statement if the interrupted one has already ended", async () => {
    const runtime = open(database.url, 60_000)
    const pool = (await runtime.runPromise(PgPool)) as unknown as {
      readonly cancels: { query: (text: string) => unknown }
    }
    const others = await Promise.all(
      Array.from({ length: 3 }, () => runtime.runPromise(PgPool).then((all) => all.connect()))
    )
    const fiber = runtime.runFork(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select pg_sleep(0.5), 'short'`)
    )
    const running = async () =>
      (
        await client.query(
          "select from pg_stat_activity where query like '%''short''%' and state = 'active' and pid <> pg_backend_pid()"
        )
      ).rowCount
    await expect.poll(running, { timeout: 60_000, interval: 5 }).toBe(1)
    // This statement occupies the only connection for cancel requests, so the cancel request has to wait.
    void pool.cancels.query("select pg_sleep(1.5)")
    const interrupted = runtime.runPromise(Fiber.interrupt(fiber))
    const next = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1 as n from pg_sleep(2)`)
    expect(await runtime.runPromise(next)).toEqual([{ n: 1 }])
    await interrupted
    for (const other of others) other.release()
    await runtime.dispose()
  })

  it("retries a transaction that PostgreSQL aborted because of a deadlock", async () => {
    // PostgreSQL checks for deadlocks after a second.
    const runtime = open(database.url, 20_000)
    await client.query("create table pairs (id int primary key, n int not null)")
    await client.query("insert into pairs values (1, 0), (2, 0)")
    let attempts = 0
    const both = (first: number, second: number) =>
      transaction(
        Effect.gen(function* () {
          attempts += 1
          const sql = yield* SqlClient.SqlClient
          yield* sql`update pairs set n = n + 1 where id = ${first}`
          yield* Effect.sleep("100 millis")
          yield* sql`update pairs set n = n + 1 where id = ${second}`
        })
      )
    await runtime.runPromise(Effect.all([both(1, 2), both(2, 1)], { concurrency: 2 }))
    expect((await client.query("select n from pairs order by id")).rows).toEqual([{ n: 2 }, { n: 2 }])
    // On a busy machine, the retried transactions may deadlock again.
    expect(attempts).toBeGreaterThanOrEqual(3)
    await runtime.dispose()
  })
})
