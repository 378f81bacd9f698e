import { EventStore } from "@media/event-store/EventStore"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { itemDecider } from "../../catalog/items/decider.ts"

let store: Awaited<ReturnType<typeof startStore>>
const folder = mkdtempSync(join(tmpdir(), "media-backfill-"))
beforeAll(async () => {
  store = await startStore()
})
afterAll(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

it("probes an unreadable file again only after its permissions have changed", async () => {
  writeTree(folder, { "locked.mp4": "a", "cancelled.mp4": "bb" })
  const library = await openLibrary(store, [folder])
  await library.scan()
  const path = join(folder, "locked.mp4")
  for (const { id, path: name } of await library.videos()) {
    const command = {
      _tag: "DeferProbe",
      reason: "No permission",
      ...(name === "locked.mp4" ? { ctimeMs: Math.floor(statSync(path).ctimeMs) } : {})
    } as const
    await store.run(
      Effect.flatMap(EventStore, (events) =>
        events.execute({ streamId: id, decider: itemDecider, command, meta: {} })
      )
    )
  }
  await store.rows("delete from jobs where target_type = 'video'")
  const queued = async () =>
    (await store.rows("select target_label from jobs where target_type = 'video'")).map(
      (row) => row["target_label"]
    )
  await library.scan()
  expect(await queued()).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 20))
  chmodSync(path, 0o600)
  await library.scan()
  expect(await queued()).toEqual(["locked.mp4"])
})
