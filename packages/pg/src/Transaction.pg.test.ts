import * as SqlClient from "@effect/sql/SqlClient"
import { createTestDatabase, type TestDatabase } from "@media/testkit/TemplateDatabase"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as PgLive from "./PgLive.ts"
import { afterCommit, transaction } from "./Transaction.ts"

let database: TestDatabase
let other: pg.Client
const open = () =>
  ManagedRuntime.make(
    PgLive.layer({
      url: database.url,
      applicationName: "commit",
      maxConnections: 3,
      queryTimeoutMillis: 5_000
    })
  )
let runtime: ReturnType<typeof open>
beforeAll(async () => {
  database = await createTestDatabase()
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query("create table marks (n int)")
  runtime = open()
})
afterAll(async () => {
  await runtime.dispose()
  await other.end()
  await database.drop()
})

const insert = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`insert into marks values (1)`)
/** Returns a hint that records the number of rows that another connection sees when the hint runs. */
const hint = (seen: Array<number>) =>
  afterCommit(
    Effect.promise(async () => {
      seen.push((await other.query("select count(*)::int as n from marks")).rows[0].n as number)
    })
  )

it("runs the afterCommit effect after the outermost transaction has committed", async () => {
  const seen: Array<number> = []
  await runtime.runPromise(
    transaction(
      Effect.gen(function* () {
        yield* transaction(Effect.zipRight(insert, hint(seen)))
        yield* hint(seen)
        expect(seen).toEqual([])
        yield* insert
      })
    )
  )
  expect(seen).toEqual([2, 2])
})

it("runs the afterCommit effect immediately outside a transaction", async () => {
  const seen: Array<number> = []
  await runtime.runPromise(hint(seen))
  expect(seen).toHaveLength(1)
  await runtime.runPromise(
    Effect.gen(function* () {
      yield* transaction(Effect.forkDaemon(Effect.delay(hint(seen), "100 millis")))
      yield* Effect.sleep("300 millis")
    })
  )
  expect(seen).toHaveLength(2)
})

it("does not run the afterCommit effect after a rollback", async () => {
  const seen: Array<number> = []
  const failing = transaction(
    Effect.gen(function* () {
      yield* transaction(Effect.zipRight(insert, hint(seen)))
      return yield* Effect.fail("no")
    })
  )
  expect(await runtime.runPromise(Effect.flip(failing))).toBe("no")
  expect(seen).toEqual([])
})
