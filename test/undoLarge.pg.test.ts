import { EventStore } from "@media/event-store/EventStore"
import { editItems } from "@media/features/app/bulk/editItems"
import { undoChange } from "@media/features/app/undo/commands"
import { undoStreams } from "@media/features/app/undo/run"
import { selectStreams } from "@media/features/app/undo/selected"
import { uuidv7 } from "@media/kernel/Ids"
import { addAdministrator, administrator } from "@media/testkit/Library"
import { makeLibrary } from "@media/testkit/Rows"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"

/** Number of items. One transaction changes only a fraction of them. */
const many = 2_500
let store: Awaited<ReturnType<typeof startStore>>
let ids: ReadonlyArray<string>
beforeAll(async () => {
  store = await startStore()
  await addAdministrator(store)
  const libraryId = await makeLibrary(store)
  const rootId = uuidv7()
  ids = Array.from({ length: many }, () => uuidv7())
  const appends = ids.map((streamId, n) => ({
    streamId,
    expectedVersion: 0,
    events: [
      {
        _tag: "item.registered.v1",
        ...{ kind: "video", libraryId, title: `Video ${n}`, rootId, path: `Video ${n}.mkv` },
        ...{ pathBytes: Buffer.from(`Video ${n}.mkv`).toString("base64"), size: 1_000 + n, mtimeMs: 1 }
      }
    ]
  }))
  await store.run(Effect.flatMap(EventStore, (events) => events.append(appends, { cause: "scan" })))
})
afterAll(() => store.stop())

const count = async (condition: string) =>
  Number((await store.rows(`select count(*)::int as n from items v where ${condition}`))[0]!["n"])
const tagged = "exists (select from item_relations r where r.item_id = v.id)"

it("continues the undo of a large bulk edit after the undo was killed halfway", async () => {
  const edited = await store.run(
    editItems(administrator, { ids }, { date: "1999", isOrganized: true, tags: { add: ["Noir"] } })
  )
  expect([edited.changed, await count("v.date = '1999'"), await count(tagged)]).toEqual([many, many, many])

  const streams = await store.run(selectStreams(administrator, { batchId: edited.batchId }))
  const killed = undoStreams(administrator, streams, {
    meta: { actor: administrator.accountId, cause: "undo", undoesBatch: edited.batchId, batchId: uuidv7() },
    progress: (done) => (done >= 1_000 ? Effect.die("killed") : Effect.void)
  })
  expect((await store.run(Effect.exit(killed)))._tag).toBe("Failure")
  expect(await count("v.date is null")).toBe(1_000)

  const report = await store.run(undoChange(administrator, { batchId: edited.batchId }))
  // The edit also created the tag. The undo removes the tag last.
  expect(report).toMatchObject({ undone: many - 1_000 + 1, skippedCount: 0 })
  expect([await count("v.date is null and not v.is_organized"), await count(tagged)]).toEqual([many, 0])
  expect(await store.rows("select id from related_entities")).toEqual([])

  const redone = await store.run(undoChange(administrator, { batchId: report.batchId! }))
  expect([redone.skippedCount, await count("v.date = '1999'")]).toEqual([0, many - 1_000])
})
