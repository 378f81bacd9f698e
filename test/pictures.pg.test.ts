import { makeLibrary, makeItem } from "@media/testkit/Rows"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { rebuildAll } from "@media/event-store/Rebuild"
import { sharp } from "@media/pictures/Sharp"
import * as Effect from "effect/Effect"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin = ""
let member = ""
let stranger = ""
let videoId = ""
let imageId = ""
let libraryId = ""

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#555",
      noise: { type: "gaussian", mean: 120, sigma: 40 }
    }
  })
const get = (target: string, headers: Record<string, string> = {}, token = admin) =>
  server.request("GET", target, { token, headers })
const data = async (target: string, token = admin): Promise<Json> =>
  (await server.get(target, token)).json.data
const video = (token = admin) => data(`/api/videos/${videoId}`, token)
const thumbnail = () => `/api/videos/${videoId}/thumbnail`
const widthOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).width
const cache = () => join(server.folder, "data", "cache", "pictures")

const form = (bytes: Buffer | string, field = "file", name = "a.png") => ({
  headers: { "content-type": "multipart/form-data; boundary=cut" },
  body: Buffer.concat([
    Buffer.from(`--cut\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from("\r\n--cut--\r\n")
  ])
})
const upload = (bytes: Buffer | string, token = admin, field = "file") => {
  const { body, headers } = form(bytes, field)
  return server.request("POST", thumbnail(), { token, headers, body })
}

beforeAll(async () => {
  const recipe = { video: "h264", container: "mp4", seconds: 12, fps: "25", width: 640, height: 344 } as const
  const sample = await Effect.runPromise(makeMedia(recipe).pipe(Effect.provide(realMediaTools)))
  server = await startTestServer({ isWorking: true })
  admin = (await server.setup()).token
  const folder = join(server.media, "all")
  mkdirSync(folder)
  copyFileSync(sample, join(folder, "film.mp4"))
  writeFileSync(
    join(folder, "photo.jpg"),
    await noise(900, 600)
      .jpeg()
      .withExif({ IFD0: { Model: "Box" }, IFD2: { DateTimeOriginal: "2024:05:31 12:30:05" } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
  )
  const body = { name: "All", contents: ["videos", "images"], roots: [{ path: folder }] }
  libraryId = (await server.request("POST", "/api/libraries", { token: admin, body })).json.data.id
  member = (await server.account({ username: "member", libraryIds: [libraryId] })).token
  stranger = (await server.account({ username: "stranger" })).token
  const pictured = (path: string) =>
    eventually(async () => {
      const item = (await data(path)).items[0]
      return item?.picture ? (item.id as string) : false
    })
  videoId = await pictured("/api/videos")
  imageId = await pictured("/api/images")
})
afterAll(() => server.stop())

describe("a scanned item", () => {
  it("gets a picture automatically, in lists and on its page", async () => {
    const { picture } = await video()
    expect(picture).toMatchObject({ width: 640, height: 360 })
    expect(picture.url).toBe(`${thumbnail()}?v=${picture.version}`)
    expect(Buffer.from(picture.thumbHash, "base64").length).toBeLessThan(40)
    expect((await data("/api/videos")).items[0].picture).toEqual(picture)
    expect((await data(`/api/images/${imageId}`)).picture).toMatchObject({ width: 600, height: 900 })
  })

  it("shows an image's metadata", async () => {
    const size = { width: 600, height: 900, takenAt: "2024-05-31T12:30:05", pictureFailure: null }
    expect((await data("/api/images")).items[0]).toMatchObject(size)
    expect(await data(`/api/images/${imageId}`)).toMatchObject({
      ...size,
      format: "jpeg",
      frames: 1,
      camera: "Box",
      lens: null,
      latitude: null
    })
  })

  it("serves the requested width, or else the next larger width", async () => {
    const width = async (query: string) =>
      widthOf((await get(`${thumbnail()}${query}`, { accept: "image/webp" })).bytes)
    expect(await Promise.all(["", "?width=1", "?width=320", "?width=321", "?width=9000"].map(width))).toEqual(
      [640, 320, 320, 640, 640]
    )
    for (const wrong of ["0", "-1", "1.5", "abc", "100000", ""]) {
      const { json, status } = await get(`${thumbnail()}?width=${wrong}`)
      expect([wrong, status, json?.error.code]).toEqual([wrong, 400, "validation"])
    }
  })

  it("is served as WebP to clients that accept it, otherwise as JPEG", async () => {
    const { picture } = await video()
    const webp = await get(`${picture.url}&width=320`, { accept: "image/webp,*/*" })
    expect(webp.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      vary: expect.stringContaining("Accept"),
      "x-content-type-options": "nosniff"
    })
    const jpeg = await get(`${thumbnail()}?width=320`, { accept: "*/*" })
    expect(jpeg.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "private, no-cache" })
    expect(await widthOf(jpeg.bytes)).toBe(320)
    const again = await get(picture.url, {
      accept: "image/webp",
      "if-none-match": String(webp.headers["etag"])
    })
    expect(again.status).toBe(200)
    const same = await get(`${picture.url}&width=320`, {
      accept: "image/webp",
      "if-none-match": `W/"x", ${webp.headers["etag"]}`
    })
    expect([same.status, same.bytes.length]).toEqual([304, 0])
    const old = await get(`${thumbnail()}?v=000000000000`, { accept: "image/webp" })
    expect([old.status, old.headers["cache-control"]]).toEqual([200, "private, no-cache"])
    expect((await server.request("HEAD", picture.url, { token: admin })).bytes.length).toBe(0)
  })

  it("is served as AVIF to clients that accept it, and is encoded only once", async () => {
    const { picture } = await video()
    const target = `${picture.url}&width=320`
    const both = "image/avif,image/webp,image/apng,*/*;q=0.8"
    const kept = join(cache(), videoId, `${picture.version}-320.avif`)
    // The server sends WebP until the AVIF file has been encoded.
    const avif = await eventually(async () => {
      const answer = await get(target, { accept: both })
      return answer.headers["content-type"] === "image/avif" ? answer : false
    })
    expect(avif.headers).toMatchObject({
      etag: `"${picture.version}-320-avif"`,
      "cache-control": "private, max-age=31536000, immutable",
      vary: expect.stringContaining("Accept")
    })
    expect(await sharp(avif.bytes).metadata()).toMatchObject({ width: 320, compression: "av1" })
    expect(readFileSync(kept).equals(avif.bytes)).toBe(true)
    const etag = String(avif.headers["etag"])
    expect((await get(target, { accept: both, "if-none-match": etag })).status).toBe(304)
    const webp = await get(target, { accept: "image/webp", "if-none-match": etag })
    expect([webp.status, webp.headers["content-type"]]).toEqual([200, "image/webp"])
    const refused = await get(target, { accept: "image/avif;q=0,image/webp" })
    expect(refused.headers["content-type"]).toBe("image/webp")
    // Clients that do not accept WebP never get WebP.
    const only = await get(`/api/images/${imageId}/thumbnail`, { accept: "image/avif" })
    expect(only.headers["content-type"]).toBe("image/avif")
  })

  it("shows its picture only to viewers who may see the item", async () => {
    const statuses = async (token?: string) =>
      Promise.all(
        [thumbnail(), `/api/images/${imageId}/thumbnail`].map(
          async (at) => (await server.get(at, token)).status
        )
      )
    expect(await statuses(member)).toEqual([200, 200])
    expect(await statuses(stranger)).toEqual([404, 404])
    expect(await statuses()).toEqual([401, 401])
    expect((await get(`/api/images/${videoId}/thumbnail`)).status).toBe(404)
    expect((await get("/api/videos/nothing/thumbnail")).status).toBe(404)
  })

  it("is reported with a specific error code if it has no picture", async () => {
    const other = await makeLibrary(server, { name: "Other" })
    const id = await makeItem(server, { kind: "video", libraryId: other, path: "b.mp4", title: "b" })
    const { json, status } = await get(`/api/videos/${id}/thumbnail`)
    expect([status, json.error.code]).toEqual([404, "picture_missing"])
  })

  it("gets an identical picture after the cache was deleted", async () => {
    const { picture } = await video()
    rmSync(join(cache(), videoId), { recursive: true })
    const answers = await Promise.all([1, 2, 3].map(() => get(picture.url, { accept: "image/webp" })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await video()).picture).toEqual(picture)
  })
})

describe("a picture chosen by a user", () => {
  it("can be a frame of the video, even after the cache was deleted", async () => {
    const before = (await video()).picture
    const body = { seconds: 3.2 }
    const answer = await server.request("POST", `${thumbnail()}/from-frame`, { token: admin, body })
    expect(answer.status).toBe(200)
    const { picture } = await video()
    expect(picture).toEqual(answer.json.data)
    expect(picture.version).not.toBe(before.version)
    expect(readdirSync(join(cache(), videoId)).filter((name) => !name.startsWith(picture.version))).toEqual(
      []
    )
    rmSync(join(cache(), videoId), { recursive: true })
    expect((await get(picture.url)).status).toBe(200)
    expect((await video()).picture).toEqual(picture)
  })

  it("can only be a frame within the duration of the video", async () => {
    for (const seconds of [-1, 13, 1e9, "3", null]) {
      const answer = await server.request("POST", `${thumbnail()}/from-frame`, {
        token: admin,
        body: { seconds }
      })
      expect([seconds, answer.status, answer.json.error.fields?.[0].path]).toEqual([seconds, 400, "seconds"])
    }
  })

  it("is encoded again, without its metadata, if it was uploaded", async () => {
    const own = await noise(2_000, 1_000)
      .png()
      .withMetadata({ exif: { IFD0: { Copyright: "secret" } } })
      .toBuffer()
    const { json, status } = await upload(own)
    expect([status, json.data?.width, json.data?.height, json.error]).toEqual([200, 1280, 640, undefined])
    const shown = await get(json.data.url, { accept: "image/webp" })
    expect(shown.bytes.includes("secret")).toBe(false)
    rmSync(cache(), { recursive: true })
    expect(await widthOf((await get(json.data.url, { accept: "image/webp" })).bytes)).toBe(1280)
    for (const { projection, tables } of await server.run(rebuildAll({ replace: true })))
      for (const { onlyLive, onlyRebuilt } of tables)
        expect([projection, onlyLive, onlyRebuilt]).toEqual([projection, 0, 0])
    const row = (
      await server.rows("select chosen, chosen_by, digest from item_pictures where item_id = $1", [videoId])
    )[0]
    expect(row).toMatchObject({ chosen: "upload", chosen_by: expect.any(String) })
  })

  it("can be reset to the automatic picture", async () => {
    const { json, status } = await server.request("DELETE", thumbnail(), { token: admin })
    expect([status, json.data.width]).toEqual([200, 640])
    expect((await video()).picture).toEqual(json.data)
    const log = await server.rows(
      "select type, meta ->> 'actor' is not null as by_person from events where stream_id = $1 and type like 'picture.%' order by version",
      [videoId]
    )
    expect(log.filter(({ by_person }) => by_person).map(({ type }) => type)).toContain("picture.reset.v1")
  })

  it("can be changed only by administrators", async () => {
    const refused = await Promise.all([
      upload(await noise(9, 9).png().toBuffer(), member),
      server.request("POST", `${thumbnail()}/from-frame`, { token: member, body: { seconds: 1 } }),
      server.request("DELETE", thumbnail(), { token: member })
    ])
    expect(refused.map(({ json, status }) => [status, json.error.code])).toEqual(
      refused.map(() => [403, "admin_required"])
    )
  })
})

describe("a hostile upload", () => {
  it.each([
    ["SVG", "<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>", 415],
    ["a web page", "<html><script>alert(1)</script></html>", 415],
    ["nothing", "", 415],
    ["TIFF", "II*\0 and more", 415],
    ["a PNG that ends", "\x89PNG\r\n\x1a\n\0\0\0", 400]
  ])("%s is rejected", async (_name, content, status) => {
    const before = await video()
    const answer = await upload(Buffer.from(content, "latin1"))
    expect([answer.status, answer.json.ok]).toEqual([status, false])
    expect((await video()).picture).toEqual(before.picture)
  })

  it("is rejected before it is decoded if it has so many pixels that it would exhaust the memory", async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "#000" } })
      .png({ compressionLevel: 9, progressive: true })
      .toBuffer()
    expect(bomb.length).toBeLessThan(2_000_000)
    const { json, status } = await upload(bomb)
    expect([status, json.error.code]).toEqual([413, "payload_too_large"])
  })

  it("is rejected with a reason if it is too large or not a form", async () => {
    const large = await upload(Buffer.alloc(21 * 1024 * 1024))
    expect([large.status, large.json.error.message]).toEqual([413, "The file may be at most 20 MiB."])
    const body = Buffer.from("x")
    const noForm = await server.request("POST", thumbnail(), {
      token: admin,
      headers: { "content-type": "image/png" },
      body
    })
    expect(noForm.status).toBe(415)
    expect((await upload("x", admin, "picture")).json.error.message).toBe("file: a file is missing.")
  })

  it("leaves no file behind if it is interrupted", async () => {
    const own = join(server.folder, "data", "own-pictures", imageId)
    const { hostname, port } = new URL(server.origin)
    const headers = {
      authorization: `Bearer ${admin}`,
      "content-type": "multipart/form-data; boundary=cut",
      "content-length": "500000"
    }
    const sending = httpRequest({
      hostname,
      port,
      method: "POST",
      path: `/api/images/${imageId}/thumbnail`,
      headers
    })
    sending.on("error", () => undefined)
    sending.write(form(Buffer.alloc(1000)).body.subarray(0, 900))
    await new Promise((resolve) => setTimeout(resolve, 100))
    sending.destroy()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(existsSync(own) ? readdirSync(own) : []).toEqual([])
    expect((await get(`/api/images/${imageId}/thumbnail`)).status).toBe(200)
  })
})
