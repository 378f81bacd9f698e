import { startCpuClock } from "@media/testkit/CpuClock"
import { rebuildAll } from "@media/event-store/Rebuild"
import { sweepPictures } from "@media/features/playback/pictures/maintenance"
import { livePictureStore } from "@media/pictures/LivePictureStore"
import { sharp } from "@media/pictures/Sharp"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin = ""
let member = ""
let folder = ""
let videoId = ""
let before = ""

const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex")
const flat = (width: number, height: number, background = "#446688") =>
  sharp({ create: { width, height, channels: 3, background } })
const thumbnail = () => `/api/videos/${videoId}/thumbnail`
const video = async () => (await server.get(`/api/videos/${videoId}`, admin)).json.data
const own = () => join(server.folder, "data", "own-pictures")
const ownFiles = () => (existsSync(join(own(), videoId)) ? readdirSync(join(own(), videoId)) : [])

const part = (name: string, content: Buffer | string, file?: string) =>
  Buffer.concat([
    Buffer.from(
      `--cut\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"`}\r\n\r\n`
    ),
    Buffer.from(content),
    Buffer.from("\r\n")
  ])
const send = (...parts: ReadonlyArray<Buffer>) =>
  server.request("POST", thumbnail(), {
    token: admin,
    headers: { "content-type": "multipart/form-data; boundary=cut" },
    body: Buffer.concat([...parts, Buffer.from("--cut--\r\n")])
  })

beforeAll(async () => {
  const recipe = { video: "h264", container: "mp4", seconds: 12, fps: "25", width: 640, height: 344 } as const
  const sample = await Effect.runPromise(makeMedia(recipe).pipe(Effect.provide(realMediaTools)))
  server = await startTestServer({ isWorking: true })
  admin = (await server.setup()).token
  folder = join(server.media, "all")
  mkdirSync(folder)
  copyFileSync(sample, join(folder, "film.mp4"))
  before = digestOf(join(folder, "film.mp4"))
  const body = { name: "All", contents: ["videos"], roots: [{ path: folder }] }
  const libraryId = (await server.request("POST", "/api/libraries", { token: admin, body })).json.data.id
  member = (await server.account({ username: "member", libraryIds: [libraryId] })).token
  videoId = await eventually(async () => {
    const item = (await server.get("/api/videos", admin)).json.data.items[0]
    return item?.picture ? (item.id as string) : false
  })
})
afterAll(() => server.stop())

describe("an uploaded form", () => {
  it("may contain other fields in any order", async () => {
    const png = await flat(64, 48, "#123456").png().toBuffer()
    const answer = await send(part("note", "x"), part("file", png, "../../../etc/x.png"), part("last", "y"))
    expect([answer.status, answer.json.data.width]).toEqual([200, 64])
    expect(ownFiles().every((name) => /^[0-9a-f]{12}\.webp$/.test(name))).toBe(true)
  })

  it("uses only the first of two files", async () => {
    const [first, second] = [await flat(70, 40).png().toBuffer(), await flat(90, 40).png().toBuffer()]
    expect((await send(part("file", first, "a"), part("file", second, "b"))).json.data.width).toBe(70)
  })

  it.each([
    ["text in place of the file", () => part("file", "a"), 400],
    ["nothing at all", () => Buffer.alloc(0), 400],
    ["20 MB of tiny fields", () => Buffer.concat(Array.from({ length: 250_000 }, () => part("a", "b"))), 400]
  ])("%s is rejected quickly", async (_name, body, status) => {
    const cpu = startCpuClock()
    expect((await send(body())).status).toBe(status)
    expect(cpu()).toBeLessThan(60)
  })

  it("is rejected without a boundary in the body", async () => {
    for (const type of [
      "multipart/form-data",
      "multipart/form-data; boundary=other",
      "multipart/mixed; boundary=cut"
    ]) {
      const answer = await server.request("POST", thumbnail(), {
        token: admin,
        headers: { "content-type": type },
        body: part("file", "x", "a.png")
      })
      expect([400, 415]).toContain(answer.status)
      expect(answer.json.ok).toBe(false)
    }
  })

  it("is cut off at the size limit even if the client never stops sending", async () => {
    const { hostname, port } = new URL(server.origin)
    const head = `POST ${thumbnail()} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${admin}\r\nContent-Type: multipart/form-data; boundary=cut\r\nTransfer-Encoding: chunked\r\n\r\n`
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000, 65), Buffer.from("\r\n")])
    let sent = 0
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname)
      let text = ""
      const pump = () => {
        while (!socket.destroyed && sent < 1_000) {
          sent += 1
          if (!socket.write(chunk)) return
        }
      }
      socket.on("data", (data: Buffer) => (text += data.toString()))
      socket.on("error", () => undefined)
      socket.on("close", () => resolve(text))
      socket.on("drain", pump)
      socket.write(head)
      pump()
    })
    expect(sent).toBeLessThan(100)
    expect(answer).toContain("413 Payload Too Large")
    expect((await send(part("file", await flat(60, 40).png().toBuffer(), "a"))).status).toBe(200)
  })

  it("is rejected before the server reads its body if the caller may not edit the item", async () => {
    const body = Buffer.concat([part("file", Buffer.alloc(1_000_000), "a"), Buffer.from("--cut--\r\n")])
    const headers = { "content-type": "multipart/form-data; boundary=cut" }
    const elsewhere = await server.request("POST", `/api/images/${videoId}/thumbnail`, {
      token: admin,
      headers,
      body
    })
    const refused = await server.request("POST", thumbnail(), { token: member, headers, body })
    expect([elsewhere.status, refused.status]).toEqual([404, 403])
  })
})

describe("an uploaded picture", () => {
  it("loses its location and author metadata", async () => {
    const exif = { IFD0: { Artist: "somebody" }, IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" } }
    const bytes = await flat(300, 200).jpeg().withExif(exif).toBuffer()
    expect(bytes.includes("somebody")).toBe(true)
    const { picture } = await send(part("file", bytes, "a.jpg")).then(video)
    const shown = (
      await server.request("GET", picture.url, { token: admin, headers: { accept: "image/webp" } })
    ).bytes
    const facts = await sharp(shown).metadata()
    expect([facts.exif, facts.xmp, shown.includes("somebody")]).toEqual([undefined, undefined, false])
    for (const name of ownFiles())
      expect((await sharp(readFileSync(join(own(), videoId, name))).metadata()).exif).toBeUndefined()
  })

  it.each([
    ["a line of 1 x 20,000", () => flat(1, 20_000).png().toBuffer(), 200],
    ["a line of 20,000 x 1", () => flat(20_000, 1).png().toBuffer(), 200],
    ["half a JPEG", async () => (await flat(900, 900).jpeg().toBuffer()).subarray(0, 900), 400],
    [
      "a JPEG with a program behind it",
      async () => Buffer.concat([await flat(9, 9).jpeg().toBuffer(), Buffer.from("PK\x03\x04<script>")]),
      200
    ],
    [
      "an SVG behind a PNG's first bytes",
      () => Promise.resolve(Buffer.from("\x89PNG\r\n\x1a\n<svg/>", "latin1")),
      400
    ]
  ])("%s", async (_name, make, status) => {
    const { json, status: got } = await send(part("file", await make(), "a"))
    expect([got, json.ok]).toEqual([status, status === 200])
  })

  it("shows the first frame of an animation with many frames", async () => {
    const frame = Buffer.from([
      0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0
    ])
    const head = Buffer.from([...Buffer.from("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, 200, 0, 0, 0, 0, 0])
    const gif = Buffer.concat([head, ...Array.from({ length: 10_000 }, () => frame), Buffer.from([0x3b])])
    expect((await send(part("file", gif, "a.gif"))).status).toBe(200)
  })
})

describe("concurrent requests", () => {
  it("keeps one of the frames as the picture when frames are chosen concurrently", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        server.request("POST", `${thumbnail()}/from-frame`, { token: admin, body: { seconds: n / 2 } })
      )
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
    const { picture } = await video()
    expect(answers.map(({ json }) => json.data?.version)).toContain(picture.version)
    expect((await server.get(picture.url, admin)).status).toBe(200)
    expect((await video()).picture).toEqual(picture)
  })

  it("keeps an available picture after concurrent uploads, frames and resets", async () => {
    const png = await flat(500, 300, "#aa0000").png().toBuffer()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 0
          ? send(part("file", png, "a"))
          : n % 3 === 1
            ? server.request("DELETE", thumbnail(), { token: admin })
            : server.request("POST", `${thumbnail()}/from-frame`, { token: admin, body: { seconds: n } })
      )
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      []
    )
    const { picture } = await video()
    expect((await server.get(picture.url, admin)).status).toBe(200)
  })
})

describe("an uploaded original", () => {
  const give = async () => {
    await send(part("file", await flat(400, 200, "#00aa00").png().toBuffer(), "a"))
    expect((await video()).picture).toMatchObject({ width: 400, height: 200 })
  }

  it("is used to generate the picture again when both the cache and the video are missing", async () => {
    await give()
    await server.rows("update items set status = 'missing' where id = $1", [videoId])
    rmSync(join(server.folder, "data", "cache", "pictures"), { recursive: true })
    expect((await server.get(thumbnail(), admin)).status).toBe(200)
    await server.rows("update items set status = 'ready' where id = $1", [videoId])
    expect((await video()).picture).toMatchObject({ width: 400 })
  })

  it("is deleted only together with its item", async () => {
    const stranger = uuidv7()
    for (const id of [stranger, uuidv7()]) {
      mkdirSync(join(own(), id), { recursive: true })
      writeFileSync(join(own(), id, "0123456789ab.webp"), "x")
    }
    const library = (await server.get("/api/libraries", admin)).json.data.items[0].id as string
    mkdirSync(join(own(), library), { recursive: true })
    const store = livePictureStore({
      cache: join(server.folder, "data", "cache"),
      data: join(server.folder, "data")
    })
    await server.run(Effect.provide(sweepPictures, store))
    expect(readdirSync(own()).sort()).toEqual(expect.arrayContaining([videoId, stranger]))
    // This id is in the log, but it belongs to a library instead of an item.
    expect(readdirSync(own())).not.toContain(library)
    expect(ownFiles().length).toBeGreaterThan(0)
  })

  it("is stored in tables that a rebuild from the log does not change", async () => {
    for (const { projection, tables } of await server.run(rebuildAll({ replace: false })))
      for (const { onlyLive, onlyRebuilt } of tables)
        expect([projection, onlyLive, onlyRebuilt]).toEqual([projection, 0, 0])
    expect(digestOf(join(folder, "film.mp4"))).toBe(before)
    expect(readdirSync(folder)).toEqual(["film.mp4"])
  })
})

it("accepts a frame of a video only if its time is within the video", async () => {
  for (const seconds of ["1e308", "-1e308", "1e999", '"NaN"', "12.9", "true"]) {
    const answer = await server.request("POST", `${thumbnail()}/from-frame`, {
      token: admin,
      headers: { "content-type": "application/json" },
      body: `{"seconds":${seconds}}`
    })
    expect([seconds, answer.status]).toEqual([seconds, 400])
  }
  for (const seconds of ["-0", "0", "1e-300"]) {
    const answer = await server.request("POST", `${thumbnail()}/from-frame`, {
      token: admin,
      headers: { "content-type": "application/json" },
      body: `{"seconds":${seconds}}`
    })
    expect([seconds, answer.status]).toEqual([seconds, 200])
  }
  const extra = await server.request("POST", `${thumbnail()}/from-frame`, {
    token: admin,
    body: { seconds: 1, x: 1 }
  })
  expect(extra.status).toBe(400)
})
