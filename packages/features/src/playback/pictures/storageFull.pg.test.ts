import { ImageDecoder } from "@media/pictures/ImageDecoder"
import { AssetFailure } from "@media/assets/AssetErrors"
import { enqueue } from "@media/jobs/Enqueue"
import { PictureStore } from "@media/pictures/PictureStore"
import { makeItem } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { itemsToPictureAgain } from "./backfill.ts"
import { uploadPicture } from "./commands.ts"
import { pictureOf } from "./queue.ts"

let server: TestServer
let videoId = ""
let imageId = ""
let accountId = ""

beforeAll(async () => {
  server = await startTestServer()
  const admin = await server.setup()
  accountId = admin.id
  const folder = join(server.media, "all")
  mkdirSync(folder)
  const body = { name: "All", contents: ["videos"], roots: [{ path: folder }] }
  const library = (await server.request("POST", "/api/libraries", { token: admin.token, body })).json.data
  const root = { libraryId: library.id, rootId: library.roots[0].id }
  videoId = await makeItem(server, root)
  imageId = await makeItem(server, { ...root, kind: "image" })
})
afterAll(() => server.stop())

const upload = (code: string) => {
  const fails = Effect.fail(new AssetFailure({ code }))
  const principal: Principal = {
    accountId,
    sessionId: accountId,
    role: "administrator",
    mayCreateLibraries: true,
    showNsfw: true,
    username: "root",
    libraryIds: []
  }
  return server.run(
    uploadPicture(principal, "video", videoId, Buffer.alloc(0)).pipe(
      Effect.provideService(ImageDecoder, {
        decode: () => Effect.succeed({ width: 1, height: 1, data: Buffer.alloc(3) }),
        facts: () => Effect.dieMessage("not asked for")
      }),
      Effect.provideService(PictureStore, {
        write: () => fails,
        add: () => fails,
        read: () => fails,
        keepOwn: () => fails,
        readOwn: () => fails,
        sweep: () => fails
      }),
      Effect.sandbox,
      Effect.flip
    )
  )
}

it.each(["ENOSPC", "EDQUOT"])("reports a full disk (%s) without changing anything", async (code) => {
  expect(await upload(code)).toMatchObject({ _tag: "Fail", error: { _tag: "StorageFull" } })
  expect(await server.rows("select 1 from events where type like 'picture.%'")).toEqual([])
})

it.each(["EIO", "EROFS", "EACCES"])("reports a disk error (%s)", async (code) => {
  expect(await upload(code)).toMatchObject({ _tag: "Fail", error: { _tag: "StorageUnavailable", code } })
  expect(await server.rows("select 1 from events where type like 'picture.%'")).toEqual([])
})

it("treats errors that are not caused by the disk as internal errors", async () => {
  expect(await upload("EBADF")).toMatchObject({
    _tag: "Die",
    defect: { _tag: "AssetFailure", code: "EBADF" }
  })
})

it("retries pictures after increasing delays if they failed because of a full disk", async () => {
  const again = async () => (await server.run(itemsToPictureAgain)).map(({ payload }) => payload)
  const isAsked = [{ itemId: imageId }]
  const start = async (): Promise<string> => {
    const job = pictureOf({ id: imageId, kind: "image", label: "a.jpg", triggeredBy: "system" })
    return (await server.run(enqueue([job])))[0]!.jobRunId
  }
  const giveUp = (id: string, hoursAgo: number, attempts = 15, error: object = { message: "No room" }) =>
    server.rows(
      `update jobs set state = 4, attempts = $2, error = $3, finished_at = now() - $4 * interval '1 hour' where id = $1`,
      [id, attempts, error, hoursAgo]
    )
  const first = await start()
  expect(await again()).toEqual([])
  await giveUp(first, 23)
  expect(await again()).toEqual([])
  await giveUp(first, 25)
  expect(await again()).toEqual(isAsked)
  await giveUp(first, 500)
  const second = await start()
  expect(await again()).toEqual([])
  await giveUp(second, 25)
  expect(await again()).toEqual([])
  await giveUp(second, 49)
  expect(await again()).toEqual(isAsked)
  // Permanent failures and jobs that crashed their worker are not retried automatically.
  await giveUp(second, 49, 15, { message: "No picture in it", isFinal: true })
  expect(await again()).toEqual([])
  await giveUp(second, 49, 2)
  expect(await again()).toEqual([])
})
