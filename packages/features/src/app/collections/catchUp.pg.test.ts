import { startStore } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { applyEvents } from "./catchUp.ts"

let store: Awaited<ReturnType<typeof startStore>>
beforeAll(async () => void (store = await startStore()))
afterAll(() => store.stop())

it("writes no rows if the log contains no new events", async () => {
  const cursor = () => store.rows("select xid, position, xmin::text from collection_cursor")
  await store.rows("insert into collection_cursor (xid, position) select pg_current_xact_id()::text, -1")
  const before = await cursor()
  for (let n = 0; n < 3; n += 1) await store.run(applyEvents())
  expect(await cursor()).toEqual(before)
})
