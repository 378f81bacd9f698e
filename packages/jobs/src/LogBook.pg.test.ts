import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import * as JobControl from "./JobControl.ts"
import { makeLogBook } from "./LogBook.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const texts = async () =>
  (await harness.rows("select text from job_log_lines order by line")).map((row) => row["text"])
const anyRun = async () => (await harness.enqueue([item("preview", 1)]))[0]?.jobRunId ?? ""

test("drops only log lines that the database rejects", async () => {
  const id = await anyRun()
  const book = makeLogBook(harness.pool)
  const numbers = Array.from({ length: 9 }, (_, n) => n)
  for (const n of numbers) book.add({ id, attempt: n === 4 ? 40_000 : 1, level: "info", text: `line ${n}` })
  await Effect.runPromise(book.flush)
  await Effect.runPromise(book.flush)
  expect(await texts()).toEqual(numbers.filter((n) => n !== 4).map((n) => `line ${n}`))
})

test("keeps log lines while the database is unreachable", async () => {
  const id = await anyRun()
  let isAway = true
  const pool = new Proxy(harness.pool, {
    get: (target, name) =>
      name === "query" && isAway
        ? () => Promise.reject(Object.assign(new Error("away"), { code: "57P01" }))
        : (Reflect.get(target, name) as unknown)
  })
  const book = makeLogBook(pool)
  book.add({ id, attempt: 1, level: "info", text: "kept" })
  await Effect.runPromise(book.flush)
  expect(await texts()).toEqual([])
  isAway = false
  await Effect.runPromise(book.flush)
  expect(await texts()).toEqual(["kept"])
})

test("drops log lines of a deleted run but keeps those of other runs", async () => {
  await harness.startWorker([testProcessor("preview", () => Effect.succeed(null))])
  const gone = await anyRun()
  await eventually(async () => (await harness.jobs())[0]?.state === 2)
  expect(await harness.run(JobControl.clearFinished())).toBe(1)
  const id = (await harness.enqueue([item("fingerprint", 1)]))[0]?.jobRunId ?? ""
  const book = makeLogBook(harness.pool)
  book.add({ id: gone, attempt: 1, level: "info", text: "too late" })
  book.add({ id, attempt: 1, level: "info", text: "in time" })
  await Effect.runPromise(book.flush)
  expect(await texts()).toEqual(["in time"])
})
