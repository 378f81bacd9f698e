import { addAdministrator, administrator } from "@media/testkit/Library"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { editItems } from "../bulk/editItems.ts"
import { UndoBound } from "./bound.ts"
import { undoChange } from "./commands.ts"
import { undoJob } from "./maintenanceJob.ts"
import { largeChange } from "./queries.ts"

let store: Awaited<ReturnType<typeof startStore>>
beforeAll(async () => {
  store = await startStore()
  await addAdministrator(store)
})
afterAll(() => store.stop())

it("undoes a change to many items in a background job", async () => {
  const libraryId = await makeLibrary(store)
  const ids = [
    await makeItem(store, { libraryId }),
    await makeItem(store, { libraryId }),
    await makeItem(store, { libraryId })
  ]
  const edited = await store.run(editItems(administrator, { ids }, { date: "1999" }))
  const dates = async () => (await store.rows("select date from items")).map(({ date }) => date)

  const undo = undoChange(administrator, { batchId: edited.batchId })
  const report = await store.run(undo.pipe(Effect.provideService(UndoBound, { most: 2, mostFiles: 2 })))
  expect(report).toMatchObject({ undone: 0, isRunning: true })
  expect(await dates()).toEqual(["1999", "1999", "1999"])
  const batchId = report.batchId!
  const state = (account = administrator) => store.run(largeChange(account, batchId))
  expect(await state()).toMatchObject({ state: "running" })
  const other = { ...administrator, accountId: "01900000-0000-7000-8000-000000000000" }
  await expect(state(other)).rejects.toThrow("Change not found.")

  const [row] = await store.rows("select payload from job_runs where batch_id = $1", [batchId])
  const context = { progress: () => Effect.void } as never
  const result = await store.run(undoJob.run(row!["payload"] as never, context))
  expect(result).toEqual({ undone: 3, skippedCount: 0 })
  expect(await dates()).toEqual([null, null, null])

  // An undo is a batch too, so undoing the undo restores the change.
  expect(await store.run(undoChange(administrator, { batchId }))).toMatchObject({ undone: 3 })
  expect(await dates()).toEqual(["1999", "1999", "1999"])
})
