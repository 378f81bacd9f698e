import * as SqlClient from "@effect/sql/SqlClient"
import { uuidv7 } from "@media/kernel/Ids"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { deleteOldReceipts, once } from "./Receipt.ts"

let store: Awaited<ReturnType<typeof startStore>>
beforeAll(async () => {
  store = await startStore()
  await store.rows("create table done (id uuid primary key)")
})
afterAll(() => store.stop())
beforeEach(() => store.rows("truncate command_receipts, done"))

const receipt = { accountId: uuidv7(), route: "things.make", key: uuidv7(), body: { n: 1 } }
const make = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.as(sql`insert into done values (${id})`, { id }))
const run = (changes: Partial<typeof receipt> = {}) =>
  store.run(
    Effect.either(once({ ...receipt, ...changes }, Effect.sync(uuidv7), make)).pipe(
      Effect.map((result) => (result._tag === "Right" ? result.right.id : result.left._tag))
    )
  )
const done = async () => (await store.rows("select id from done")).length

it("runs a command once, even if the same request is sent several times", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => run()))
  expect([new Set(answers).size, await done()]).toEqual([1, 1])
})

it("rejects a request with the same key but a different body", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => run({ body: { n: n % 2 } })))
  expect([new Set(answers).size, await done()]).toEqual([2, 1])
  expect(answers.filter((answer) => answer === "ReceiptMismatch")).toHaveLength(5)
})

it("does not store a receipt for a failed command", async () => {
  const failing = once(receipt, Effect.sync(uuidv7), (id) => Effect.zipRight(make(id), Effect.fail("no")))
  expect(await store.run(Effect.flip(failing))).toBe("no")
  expect(await store.rows("select 1 from command_receipts")).toEqual([])
  expect(await run()).toMatch(/^[0-9a-f-]{36}$/)
})

it("returns a stored response for one day, and only to the same account and route", async () => {
  const first = await run()
  const ids = [first]
  for (const changes of [{ accountId: uuidv7() }, { route: "things.other" }, { key: uuidv7() }])
    ids.push(await run(changes))
  expect([new Set(ids).size, await done()]).toEqual([4, 4])
  expect(await run({ body: { n: 2 } })).toBe("ReceiptMismatch")
  expect(await run()).toBe(first)

  for (const at of ["now() - interval '25 hours'", "now() + interval '2 hours'"]) {
    await store.rows(`update command_receipts set at = ${at} where route = 'things.make'`)
    const again = await run({ body: { n: at.length } })
    expect(ids).not.toContain(again)
    ids.push(again)
  }
  await store.rows(
    "update command_receipts set at = now() - interval '25 hours' where route = 'things.other'"
  )
  await store.run(deleteOldReceipts)
  expect(await store.rows("select account_id, key from command_receipts")).toEqual([
    { account_id: receipt.accountId, key: receipt.key }
  ])
})

it("runs `prepare` once and outside any transaction", async () => {
  const open = "select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%'"
  const seen: Array<number> = []
  const prepare = Effect.promise(() => store.rows(`${open} and datname = current_database()`)).pipe(
    Effect.map(([row]) => seen.push(Number(row!["n"])))
  )
  const answer = () => store.run(once(receipt, prepare, (n) => Effect.succeed({ n })))
  expect([await answer(), await answer(), seen]).toEqual([{ n: 1 }, { n: 1 }, [0]])
})
