import { EventStore } from "@media/event-store/EventStore"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import { liveHlsEngine } from "@media/media-tools/hls/LiveHlsEngine"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { libraryDecider } from "../../library/libraries/decider.ts"
import { sweepHls } from "./maintenance.ts"

let store: Awaited<ReturnType<typeof startStore>>
const folder = mkdtempSync(join(tmpdir(), "media-sweep-"))
const cacheDir = join(folder, "hls")
beforeAll(async () => {
  store = await startStore()
})
afterAll(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

const sweep = () =>
  store.run(
    sweepHls.pipe(
      Effect.provide(
        liveHlsEngine({ cacheDir, limits: { minFreeBytes: 0 } }).pipe(Layer.provide(realMediaTools))
      )
    )
  )

it("deletes the HLS files of a removed library, but no unrelated folders", async () => {
  const library = async (name: string) => {
    const root = join(folder, name)
    mkdirSync(root)
    writeTree(root, { "a.mp4": "a", "b.mp4": "b" })
    const opened = await openLibrary(store, [root])
    await opened.scan()
    const ids = (await opened.videos()).filter((video) => video.library_id === opened.id).map(({ id }) => id)
    for (const id of ids) {
      mkdirSync(join(cacheDir, id), { recursive: true })
      writeFileSync(join(cacheDir, id, "720p_0.ts"), "x")
    }
    return { id: opened.id, ids }
  }
  const kept = await library("kept")
  const removed = await library("removed")
  mkdirSync(join(cacheDir, "of-someone-else"))
  expect(await sweep()).toEqual([])

  await store.run(
    Effect.flatMap(EventStore, (events) =>
      events.execute({ streamId: removed.id, decider: libraryDecider, command: { _tag: "Remove" }, meta: {} })
    )
  )
  expect([...(await sweep())].sort()).toEqual([...removed.ids].sort())
  expect(readdirSync(cacheDir).sort()).toEqual([...kept.ids, "of-someone-else"].sort())
  expect(await sweep()).toEqual([])
})

it("deletes nothing while the database does not respond", async () => {
  const before = readdirSync(cacheDir)
  const engine = liveHlsEngine({ cacheDir, limits: { minFreeBytes: 0 } }).pipe(Layer.provide(realMediaTools))
  const failed = await Effect.runPromise(
    Effect.flatMap(HlsEngine, (hls) => Effect.flip(hls.sweep(() => Effect.fail("away")))).pipe(
      Effect.provide(engine)
    )
  )
  expect(failed).toBe("away")
  expect(readdirSync(cacheDir)).toEqual(before)
})
