import { addAdministrator, administrator } from "@media/testkit/Library"
import { makeLibrary } from "@media/testkit/Rows"
import { appendVideos } from "@media/testkit/seed/ManyVideos"
import { startStore } from "@media/testkit/TestServer"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { undoChange } from "../undo/commands.ts"
import { largeChange } from "../undo/queries.ts"
import type { EditOptions, ItemTarget } from "./contract.ts"
import { editAll, editJob } from "./maintenanceJob.ts"
import { editSelection } from "./selection.ts"
import { valuesOfTarget } from "./values.ts"

const many = 2_600
let store: Awaited<ReturnType<typeof startStore>>
let root: { readonly libraryId: string; readonly rootId: string }
beforeAll(async () => {
  store = await startStore()
  await addAdministrator(store)
  root = { libraryId: await makeLibrary(store), rootId: uuidv7() }
  await store.run(appendVideos(root, 0, many))
})
afterAll(() => store.stop())

const edit = (target: ItemTarget, options: EditOptions, isTried = false) =>
  store.run(editSelection(administrator, target, options, isTried))
const count = async (condition: string) =>
  Number((await store.rows(`select count(*)::int as n from items v where ${condition}`))[0]!["n"])
const eventsOf = async (batchId: string) =>
  store.rows(
    `select stream_id, type, count(*)::int as n from events
     where meta->>'batchId' = $1 and stream_id in (select id from items) group by 1, 2`,
    [batchId]
  )
/** Returns the payload of the job that runs a batch. */
const payloadOf = async (batchId: string) =>
  (await store.rows("select payload from job_runs where batch_id = $1", [batchId]))[0]![
    "payload"
  ] as unknown as {
    change: { body: Parameters<typeof editAll>[1] }
  }
const untouched = { filter: { kind: "video", isOrganized: false } } as const
const tagged = "exists (select from item_relations r where r.item_id = v.id)"

it("finishes a bulk edit after the job was killed, without editing an item twice", async () => {
  const changes = { isOrganized: { set: true }, tag: { add: ["Noir"] }, rating: { set: 80 } }
  const tried = await edit({ ...untouched, dryRun: true }, { changes }, true)
  expect(tried).toMatchObject({ matched: many, tried: many, changed: many, isRunning: false })
  expect(tried.effects).toContainEqual({ field: "tag", action: "add", value: "Noir", count: many })
  expect(await count("v.is_organized")).toBe(0)

  const { batchId, isRunning } = await edit({ ...untouched, expected: many }, { changes })
  expect([isRunning, await count("v.is_organized")]).toEqual([true, 0])
  const { change } = await payloadOf(batchId)
  await store.run(appendVideos(root, many, many + 1))
  expect(await count("not v.is_organized")).toBe(many + 1)
  let steps = 0
  const killed = editAll(
    administrator,
    { ...change.body, batchId },
    { progress: () => ((steps += 1) >= 3 ? Effect.die("killed") : Effect.void) }
  )
  expect((await store.run(Effect.exit(killed)))._tag).toBe("Failure")
  expect(await count("v.is_organized")).toBe(1_500)
  // The edit of one item is reverted in the meantime. The job must not repeat the edit.
  const [first] = await store.rows("select id from items where is_organized order by id limit 1")
  await edit({ ids: [String(first!["id"])] }, { changes: { isOrganized: { set: false } } })

  const context = { progress: () => Effect.void } as never
  const result = await store.run(editJob.run((await payloadOf(batchId)) as never, context))
  expect(result).toMatchObject({ changed: many, unchanged: 0, skippedCount: 0 })
  expect([await count("v.is_organized"), await count(tagged)]).toEqual([many - 1, many])
  const events = await eventsOf(batchId)
  expect(events.filter(({ n, type }) => type !== "item.sourced.v1" && n !== 1)).toEqual([])
  expect(await count(`v.id in (select item_id from user_items where rating = 80)`)).toBe(many)
  expect((await store.run(largeChange(administrator, batchId))).state).toBe("running")

  const undone = await store.run(undoChange(administrator, { batchId }))
  expect(undone.skippedCount).toBeLessThanOrEqual(1)
  expect([await count("v.is_organized"), await count(tagged)]).toEqual([0, 0])
})

it("skips locked and changed values unless the user chooses to overwrite them", async () => {
  const ids = (await store.rows("select id from items order by id limit 4")).map(({ id }) => String(id))
  await edit({ ids: [ids[0]!] }, { changes: { date: { set: "1950" } } })
  const { fields, position } = await store.run(valuesOfTarget(administrator, { ids }))
  expect(fields.find(({ name }) => name === "date")).toMatchObject({ type: "date", total: 2, canClear: true })
  await edit({ ids: [ids[1]!] }, { changes: { date: { set: "1960" } } })

  const changes = { date: { set: "1999" }, tag: { add: ["Late"] } }
  const guarded = await edit({ ids }, { changes, since: position })
  expect(guarded).toMatchObject({ changed: 4, lockedCount: 1, conflictCount: 1, failedCount: 0 })
  expect(guarded.skipped.map(({ field, id, reason }) => [id, field, reason]).toSorted()).toEqual(
    [
      [ids[0], "date", "locked"],
      [ids[1], "date", "conflict"]
    ].toSorted()
  )
  expect([await count("v.date = '1999'"), await count(tagged)]).toEqual([2, 4])
  const forced = await edit(
    { ids },
    { changes, since: position, onLocked: "overwrite", onConflict: "overwrite" }
  )
  expect(forced).toMatchObject({ changed: 2, unchanged: 2, skipped: [] })
  expect(await count("v.date = '1999'")).toBe(4)
})

it("lists at most 500 of the items that cannot be changed", async () => {
  const ids = Array.from({ length: 620 }, () => uuidv7())
  const answer = await edit({ ids }, { changes: { isFavorite: { set: true } } })
  expect(answer).toMatchObject({ matched: 0, changed: 0, failedCount: 620 })
  expect(answer.skipped).toHaveLength(500)
})
