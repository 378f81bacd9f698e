import { rebuildAll } from "@media/event-store/Rebuild"
import type { ImageDecoder } from "@media/pictures/ImageDecoder"
import { liveImageDecoder } from "@media/pictures/LiveImageDecoder"
import { livePictureStore } from "@media/pictures/LivePictureStore"
import type { PictureStore } from "@media/pictures/PictureStore"
import { sharp } from "@media/pictures/Sharp"
import { openLibrary } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { classifyLibrary } from "../../../media/series/classifyLibrary.ts"
import { storeOwn } from "../own.ts"
import { followRoleFiles } from "./fromFiles.ts"
import { describedPicture, setRolePicture } from "./record.ts"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let token = ""
let folder = ""
let movie = ""
let series = ""
let scan: () => Promise<unknown>

const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const photo = (background: string) =>
  sharp({ create: { width: 800, height: 450, channels: 3, background } })
    .jpeg()
    .toBuffer()
/** Creates a transparent picture with an opaque left half. */
const logo = () =>
  sharp({ create: { width: 200, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      { input: { create: { width: 100, height: 80, channels: 4, background: "#f00" } }, left: 0, top: 0 }
    ])
    .png()
    .toBuffer()
const upload = async (path: string, bytes: Buffer) => {
  const form = new FormData()
  form.set("file", new Blob([new Uint8Array(bytes)]), "wide.jpg")
  const response = new Response(form)
  return server.request("POST", path, {
    token,
    headers: { "content-type": response.headers.get("content-type")! },
    body: Buffer.from(await response.arrayBuffer())
  })
}
const withPictures = <A, E, R>(work: Effect.Effect<A, E, R>) => {
  const data = join(server.folder, "data")
  return work.pipe(
    Effect.provide(Layer.merge(livePictureStore({ cache: join(data, "cache"), data }), liveImageDecoder))
  ) as Effect.Effect<A, E, Exclude<R, ImageDecoder | PictureStore>>
}
const follow = (id: string) => server.run(withPictures(followRoleFiles(id, { cause: "test" })))
const colorAt = async (url: string, left: number) => {
  const { bytes } = await server.request("GET", url, { token, headers: { accept: "image/webp" } })
  const { data: pixels } = await sharp(bytes)
    .ensureAlpha()
    .extract({ left, top: 20, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...pixels]
}

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  folder = join(server.media, "films")
  const heat = join(folder, "Heat (1995)")
  const wire = join(folder, "The Wire (2002)", "Season 01")
  mkdirSync(heat, { recursive: true })
  mkdirSync(wire, { recursive: true })
  writeFileSync(join(heat, "heat.mkv"), "Enough bytes of a film to be told from the others.")
  writeFileSync(join(heat, "fanart.jpg"), await photo("#0000ff"))
  writeFileSync(join(heat, "clearlogo.png"), await logo())
  writeFileSync(join(wire, "The Wire - S01E01.mkv"), "Enough bytes of an episode to be told from the others.")
  writeFileSync(join(wire, "..", "backdrop.jpg"), await photo("#00ff00"))
  const library = await openLibrary(server, [folder])
  scan = async () => {
    await library.scan()
    await server.run(classifyLibrary(library.id, () => Effect.void))
  }
  await scan()
  movie = (await data("/api/video/movies")).items[0].id
  series = (await data("/api/video/series")).items[0].id
  await follow(movie)
  await follow(series)
})
afterAll(() => server.stop())

it("shows the backdrop and transparent logo next to a movie", async () => {
  const { backdrop, logo: shown } = await data(`/api/video/movies/${movie}`)
  expect(backdrop).toMatchObject({ width: 800, height: 450 })
  expect(shown).toMatchObject({ width: 200, height: 80 })
  const [red, green, blue, alpha] = await colorAt(backdrop.url, 20)
  expect([red! < 30, green! < 30, blue! > 220, alpha]).toEqual([true, true, true, 255])
  expect((await colorAt(shown.url, 20))[3]).toBe(255)
  expect((await colorAt(shown.url, 180))[3]).toBe(0)
  expect((await data(`/api/video/series/${series}`)).backdrop).toMatchObject({ width: 800 })
})

it("regenerates a picture after the cache was emptied", async () => {
  rmSync(join(server.folder, "data", "cache", "pictures"), { recursive: true, force: true })
  const { backdrop, logo: shown } = await data(`/api/video/movies/${movie}`)
  expect((await server.get(backdrop.url, token)).status).toBe(200)
  expect((await colorAt(shown.url, 180))[3]).toBe(0)
})

it("prefers an upload to a file, and a file to a website's picture", async () => {
  const version = async () => (await data(`/api/video/movies/${movie}`)).backdrop?.version
  const ofFile = await version()
  await server.run(
    withPictures(
      Effect.gen(function* () {
        const stored = yield* storeOwn(movie, yield* Effect.promise(() => photo("#777777")), "backdrop")
        yield* setRolePicture(movie, "backdrop", "scrape", describedPicture(stored), { cause: "proposal" })
      })
    )
  )
  expect(await version()).toBe(ofFile)
  expect((await upload(`/api/videos/${movie}/pictures/backdrop`, await photo("#ff0000"))).status).toBe(200)
  const uploaded = await version()
  expect(uploaded).not.toBe(ofFile)
  const position = (
    await server.rows("select max(position)::int as n from events where type = 'picture.role-set.v1'")
  )[0]!["n"]
  const undone = await server.request("POST", "/api/history/undo", {
    token,
    body: { eventPosition: position }
  })
  expect([undone.status, await version()]).toEqual([200, ofFile])
  await upload(`/api/videos/${movie}/pictures/backdrop`, await photo("#ff0000"))
  expect(await version()).toBe(uploaded)
  expect((await server.request("DELETE", `/api/videos/${movie}/pictures/backdrop`, { token })).status).toBe(
    200
  )
  expect(await version()).toBe(ofFile)
  rmSync(join(folder, "Heat (1995)", "fanart.jpg"))
  await scan()
  await follow(movie)
  const [red] = await colorAt((await data(`/api/video/movies/${movie}`)).backdrop.url, 20)
  expect(red).toBeGreaterThan(100)
})

it("rejects unknown picture roles", async () => {
  expect((await server.get(`/api/videos/${movie}/pictures/banner`, token)).status).toBe(404)
  expect((await upload(`/api/videos/${movie}/pictures/banner`, await photo("#777777"))).status).toBe(404)
})

it("rebuilds the same backdrops and logos from the event log", async () => {
  const rows = () => server.rows("select * from item_role_pictures order by item_id, role, source")
  const before = await rows()
  expect(before.length).toBeGreaterThan(2)
  const rebuilt = await server.run(rebuildAll({ replace: false }))
  for (const { projection, tables } of rebuilt)
    for (const { onlyLive, onlyRebuilt, table } of tables)
      expect([projection, table, onlyLive, onlyRebuilt]).toEqual([projection, table, 0, 0])
  expect(await rows()).toEqual(before)
})
