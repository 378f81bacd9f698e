import { sharp } from "@media/pictures/Sharp"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin = ""
let movie: Json
let series: Json
const data = async (target: string): Promise<Json> => (await server.get(target, admin)).json.data

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

beforeAll(async () => {
  const recipe = { video: "h264", container: "mp4", seconds: 8, fps: "25", width: 640, height: 344 } as const
  const sample = await Effect.runPromise(makeMedia(recipe).pipe(Effect.provide(realMediaTools)))
  server = await startTestServer({ isWorking: true })
  admin = (await server.setup()).token
  const put = async (folder: string, file: string) => {
    mkdirSync(join(server.media, "all", folder, file, ".."), { recursive: true })
    copyFileSync(sample, join(server.media, "all", folder, file))
    writeFileSync(join(server.media, "all", folder, "poster.jpg"), await plain(400, 600, "#234"))
  }
  await put("Dunes (2021)", "Dunes (2021).mp4")
  await put("Harbor", "Season 1/Harbor - S01E01 - Pilot.mp4")
  const body = { name: "All", contents: ["videos"], roots: [{ path: join(server.media, "all") }] }
  await server.request("POST", "/api/libraries", { token: admin, body })
  const pictured = (path: string) =>
    eventually(async () => {
      const { items } = await data(path)
      return items.find((item: Json) => item.picture?.height > item.picture?.width) ?? false
    })
  movie = await pictured("/api/video/movies")
  series = await pictured("/api/video/series")
  await eventually(async () => (await data("/api/video/episodes")).items[0]?.picture !== null)
})
afterAll(() => server.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  server.request("GET", path, { token: admin, headers: { accept: "image/webp", ...headers } })
const sizeOf = async (bytes: Buffer) => {
  const { height, width } = await sharp(bytes).metadata()
  return [width, height]
}

it("serves a frame as the backdrop of a movie with a poster, in the requested width", async () => {
  const path = `/api/videos/${movie.id}/backdrop`
  const whole = await get(path)
  expect([whole.status, whole.headers["content-type"]]).toEqual([200, "image/webp"])
  expect(await sizeOf(whole.bytes)).toEqual([640, 360])
  expect(await sizeOf((await get(`${path}?width=300`)).bytes)).toEqual([320, 180])
  const { etag } = whole.headers
  expect((await get(path, { "if-none-match": etag as string })).status).toBe(304)
})

it("serves the picture next to the file as the backdrop if it exists", async () => {
  const folder = join(server.media, "all", "Dunes (2021)")
  writeFileSync(join(folder, "fanart.jpg"), await plain(900, 500, "#a52"))
  // After the scan, a request regenerates the backdrop from the new picture.
  await server.request("POST", `/api/libraries/${movie.libraryId}/scan`, { token: admin, body: {} })
  await eventually(async () => {
    const { bytes, status } = await get(`/api/videos/${movie.id}/backdrop`)
    return status === 200 && (await sizeOf(bytes))[0] === 900
  })
})

it("serves the picture of the first episode as the backdrop of a series", async () => {
  const path = `/api/video/series/${series.id}/backdrop`
  expect(await sizeOf((await get(path)).bytes)).toEqual([640, 360])
  await server.rows("delete from item_pictures where item_id <> $1", [series.id])
  expect((await get(path)).status).toBe(404)
  rmSync(join(server.media, "all"), { recursive: true })
})
