import * as SqlClient from "@effect/sql/SqlClient"
import { createTestDatabase, type TestDatabase } from "@media/testkit/TemplateDatabase"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { isTimeout, isUnavailable } from "./errors.ts"
import * as PgLive from "./PgLive.ts"
import { PLAN_EACH_TIME, PreparingClient } from "./PreparingClient.ts"

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const connected = async () => {
  const client = new PreparingClient({ connectionString: database.url }) as unknown as pg.Client
  await client.connect()
  return client
}
const prepared = async (client: pg.Client): Promise<ReadonlyArray<string>> =>
  (await client.query("select statement from pg_prepared_statements")).rows.map(
    ({ statement }: { statement: string }) => statement
  )
const thrice = async (client: pg.Client, text: string, value: number) => {
  for (let n = 0; n < 3; n += 1) expect((await client.query(text, [value])).rows).toEqual([{ n: value }])
}

it("keeps at most five hundred prepared statements", async () => {
  const client = await connected()
  const hot = "select $1::int as n /* hot */"
  await thrice(client, hot, 7)
  for (let n = 0; n < 1_000; n += 1) {
    await thrice(client, `select $1::int as n /* ${n} */`, n)
    if (n % 100 === 0) await thrice(client, hot, n)
  }
  const texts = await prepared(client)
  expect(texts.length).toBeLessThanOrEqual(500)
  for (const kept of [hot, "select $1::int as n /* 999 */"]) expect(texts).toContain(kept)
  expect(texts).not.toContain("select $1::int as n /* 0 */")
  // An evicted statement is prepared again under the same name.
  await thrice(client, "select $1::int as n /* 0 */", 3)
  expect(await prepared(client)).toContain("select $1::int as n /* 0 */")
  await client.end()
})

it("plans a statement with the comment PLAN_EACH_TIME at each execution", async () => {
  const client = await connected()
  const text = `select $1::int as n ${PLAN_EACH_TIME}`
  await thrice(client, text, 1)
  await thrice(client, text, 2)
  expect(await prepared(client)).not.toContain(text)
  await client.end()
})

it("evicts a plan even inside a failed transaction", async () => {
  const client = await connected()
  for (let n = 0; n < 500; n += 1) await thrice(client, `select $1::int as n /* b${n} */`, n)
  await client.query("begin")
  await expect(client.query("select 1 / 0")).rejects.toThrow("division by zero")
  await expect(client.query("select $1::int as n /* 999 */", [1])).rejects.toThrow("transaction is aborted")
  await client.query("rollback")
  await thrice(client, "select $1::int as n /* 998 */", 1)
  expect((await prepared(client)).length).toBeLessThanOrEqual(500)
  await client.end()
})

it("distinguishes a slow statement from an unreachable database", async () => {
  const runtime = ManagedRuntime.make(
    PgLive.layer({ url: database.url, applicationName: "slow", maxConnections: 3, queryTimeoutMillis: 800 })
  )
  const run = (text: "sleep" | "short") =>
    runtime.runPromise(
      Effect.either(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          text === "sleep" ? sql`select pg_sleep(20)` : sql`select 1 as one`
        )
      )
    )
  const failure = async (slow: ReturnType<typeof run>) => {
    const answer = await slow
    return answer._tag === "Left" ? answer.left : undefined
  }
  const slow = run("sleep")
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect((await run("short"))._tag).toBe("Right")
  const error = (await failure(slow))!
  expect([isTimeout(error), isUnavailable(error)]).toEqual([true, false])
  // In the meantime, the database has not responded to any other statement, so the server may be frozen.
  const silent = (await failure(run("sleep")))!
  expect([isTimeout(silent), isUnavailable(silent)]).toEqual([false, true])
  await runtime.dispose()
})
