import { enqueue } from "@media/jobs/Enqueue"
import { earlierReasons } from "@media/pictures/EarlierReasons"
import { sharp } from "@media/pictures/Sharp"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { itemsNeverPictured } from "./backfill.ts"
import { recordOfPicture } from "./keep.ts"
import { pictureSubject } from "./subject.ts"

let server: TestServer
let token = ""
let ids: ReadonlyArray<string> = []

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const data = async (target: string): Promise<any> => (await server.get(target, token)).json.data
const itemIds = async () => {
  const lists = await Promise.all([data("/api/images"), data("/api/videos")])
  return lists.flatMap(({ items }) => items.map(({ id }: { readonly id: string }) => id))
}
const pictured = async () =>
  (await server.rows("select item_id from item_pictures where version is not null and failure is null"))
    .length

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  const folder = join(server.media, "all")
  mkdirSync(folder)
  await sharp({ create: { width: 60, height: 40, channels: 3, background: "#ff0000" } })
    .jpeg()
    .toFile(join(folder, "photo.jpg"))
  const video = makeMedia({ video: "h264", container: "mp4", seconds: 5, fps: "25" })
  copyFileSync(await Effect.runPromise(video.pipe(Effect.provide(realMediaTools))), join(folder, "video.mp4"))
  const body = { name: "All", contents: ["images", "videos"], roots: [{ path: folder }] }
  await server.request("POST", "/api/libraries", { token, body })
  await eventually(async () => (await pictured()) === 2)
  ids = (await itemIds()).sort()
})
afterAll(() => server.stop())

const giveUp = (reason: string) =>
  server.run(
    Effect.forEach(ids, (id) =>
      Effect.gen(function* () {
        const { source } = Option.getOrThrow(yield* pictureSubject(id))
        const { mtimeMs, size } = source
        const command = { _tag: "RecordFailure", size, mtimeMs, reason, choice: null } as const
        expect(yield* recordOfPicture(id, command, { cause: "test" })).toBe(true)
      })
    )
  )
const asked = async () => (await server.run(itemsNeverPictured)).map(({ target }) => target?.id ?? "").sort()

describe("a picture that an earlier version failed to make", () => {
  it.each(earlierReasons)(
    "is tried again after the upgrade if the recorded reason is: %s",
    async (reason) => {
      await giveUp(reason)
      expect(await asked()).toEqual(ids)
    }
  )

  it.each(["The picture is damaged.", "The picture takes too long to decode."])(
    "is not tried again if this version recorded the reason: %s",
    async (reason) => {
      await giveUp(reason)
      expect(await asked()).toEqual([])
    }
  )

  it("is made once by the worker", async () => {
    await giveUp(earlierReasons[0]!)
    expect(await pictured()).toBe(0)
    await server.run(Effect.flatMap(itemsNeverPictured, enqueue))
    await eventually(async () => (await pictured()) === 2)
    expect(await asked()).toEqual([])
  })
})
