import { MediaProcess } from "@media/media-tools/MediaProcess"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin = ""
let member = ""
let stranger = ""
let libraryId = ""
let folder = ""
const ids: Record<string, string> = {}

const srt = (...lines: ReadonlyArray<readonly [from: string, to: string, text: string]>) =>
  lines.map(([from, to, text], n) => `${n + 1}\n${from} --> ${to}\n${text}\n`).join("\n")
const english = srt(
  ["00:00:00,500", "00:00:02,000", "Hello, <i>world</i>"],
  ["00:00:02,500", "00:00:04,000", "The café is\nclosed & dark"]
)
const ass = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,20,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\an8}Oben, {\\i1}schr\u00e4g{\\i0}
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}
`

const ffmpeg = (...args: ReadonlyArray<string>) =>
  Effect.runPromise(
    Effect.flatMap(MediaProcess, (tools) =>
      tools.run({ tool: "ffmpeg", args: ["-v", "error", "-nostdin", "-y", ...args], timeoutMs: 60_000 })
    ).pipe(Effect.provide(realMediaTools))
  )

const data = async (target: string, token = admin): Promise<Json> =>
  (await server.get(target, token)).json.data
const tracks = (name: string, token = admin): Promise<ReadonlyArray<Json>> =>
  data(`/api/videos/${ids[name]}/subtitles`, token)
const scan = () => server.request("POST", `/api/libraries/${libraryId}/scan`, { token: admin, body: {} })

const upload = (name: string, fileName: string, content: Buffer | string, fields = {}, token = admin) =>
  server.request("POST", `/api/videos/${ids[name]}/subtitles`, {
    token,
    headers: { "content-type": "multipart/form-data; boundary=cut" },
    body: Buffer.concat([
      ...Object.entries(fields).map(([field, value]) =>
        Buffer.from(`--cut\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${String(value)}\r\n`)
      ),
      Buffer.from(`--cut\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n--cut--\r\n")
    ])
  })

beforeAll(async () => {
  const recipe = { video: "h264", container: "mp4", seconds: 5, fps: "25", width: 320, height: 180 } as const
  const sample = await Effect.runPromise(makeMedia(recipe).pipe(Effect.provide(realMediaTools)))
  server = await startTestServer({ isWorking: true })
  copyFileSync(sample, join(server.folder, "plain.mp4"))
  admin = (await server.setup()).token
  folder = join(server.media, "films")
  mkdirSync(join(folder, "Subs"), { recursive: true })
  const [a, b] = [join(server.folder, "a.srt"), join(server.folder, "b.ass")]
  writeFileSync(a, english)
  writeFileSync(b, ass)
  const inputs = ["-i", sample, "-i", a, "-i", b, "-map", "0:v", "-map", "1", "-map", "2", "-c:v", "copy"]
  const spoken = ["-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=ger"]
  await ffmpeg(
    ...inputs,
    "-c:s:0",
    "subrip",
    "-c:s:1",
    "ass",
    ...spoken,
    "-disposition:s:1",
    "forced",
    join(folder, "Film.mkv")
  )
  await ffmpeg(
    "-i",
    sample,
    "-i",
    a,
    "-map",
    "0:v",
    "-map",
    "1",
    "-c:v",
    "copy",
    "-c:s",
    "mov_text",
    join(folder, "Phone.mp4")
  )
  // The file is encoded in Windows-1251, like many Russian subtitle files.
  const russian = srt(["00:00:01,000", "00:00:03,000", "\u041f"])
  const cp1251 = Buffer.concat([
    Buffer.from(russian.slice(0, russian.indexOf("\u041f"))),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0]),
    Buffer.from("\n")
  ])
  writeFileSync(join(folder, "Film.ru.forced.srt"), cp1251)
  writeFileSync(join(folder, "Subs", "Film.eng.sdh.srt"), english)
  const body = { name: "Films", contents: ["videos"], roots: [{ path: folder }] }
  libraryId = (await server.request("POST", "/api/libraries", { token: admin, body })).json.data.id
  member = (await server.account({ username: "member", libraryIds: [libraryId] })).token
  stranger = (await server.account({ username: "stranger" })).token
  await eventually(async () => {
    const { items } = await data("/api/videos")
    for (const { id, title } of items) ids[title] = id
    return ids["Film"] !== undefined && ids["Phone"] !== undefined
  })
  await eventually(
    async () => (await tracks("Film")).length === 4 && (await tracks("Phone")).length === 1,
    60_000
  )
})
afterAll(() => server.stop())

const cuesOf = async (track: Json, token = admin): Promise<ReadonlyArray<Json>> => data(track.cuesUrl, token)

describe("subtitles inside and next to a video", () => {
  it("finds subtitles together with their language and flags", async () => {
    const facts = (await tracks("Film")).map((track) => [
      ...[track.source, track.sourceFormat, track.language, track.label],
      ...[track.isForced, track.isHearingImpaired, track.cueCount, track.failure]
    ])
    expect(facts).toEqual([
      ["embedded", "subrip", "en", "English", false, false, 2, null],
      ["embedded", "ass", "de", "German, Forced", true, false, 1, null],
      ["sidecar", "srt", "en", "English, SDH", false, true, 2, null],
      ["sidecar", "srt", "ru", "Russian, Forced", true, false, 1, null]
    ])
    expect((await data(`/api/videos/${ids["Film"]}`)).subtitles).toEqual(await tracks("Film"))
  })

  it("returns the times and text of the cues, without the styles in the file", async () => {
    const [subrip, styled, , russian] = await tracks("Film")
    const [phone] = await tracks("Phone")
    const expected = [
      { index: 0, start: 0.5, end: 2, text: "Hello, world", markup: "Hello, <i>world</i>" },
      { index: 1, start: 2.5, end: 4, text: "The café is\nclosed & dark" }
    ]
    expect(await cuesOf(subrip)).toEqual(expected)
    expect(await cuesOf(phone)).toEqual(expected)
    expect(await cuesOf(styled)).toEqual([
      {
        index: 0,
        start: 1,
        end: 2.5,
        text: "Oben, schräg",
        markup: "Oben, <i>schräg</i>",
        settings: "line:0"
      }
    ])
    expect(await cuesOf(russian)).toMatchObject([{ text: "Привет, мир" }])
  })

  it("serves subtitles to players as WebVTT", async () => {
    const [subrip] = await tracks("Film")
    const answer = await server.get(subrip.url, member)
    expect(answer.headers).toMatchObject({
      "content-type": "text/vtt; charset=utf-8",
      "x-content-type-options": "nosniff"
    })
    expect(answer.text).toBe(
      "WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nHello, <i>world</i>\n\n00:00:02.500 --> 00:00:04.000\nThe café is\nclosed &amp; dark\n"
    )
    const again = await server.request("GET", subrip.url, {
      token: member,
      headers: { "if-none-match": String(answer.headers["etag"]) }
    })
    expect(again.status).toBe(304)
  })

  it("shows subtitles only to viewers who may see the video", async () => {
    const [track] = await tracks("Film")
    for (const at of [`/api/videos/${ids["Film"]}/subtitles`, track.url, track.cuesUrl])
      expect([at, (await server.get(at, member)).status, (await server.get(at, stranger)).status]).toEqual([
        at,
        200,
        404
      ])
    const elsewhere = track.url.replace(ids["Film"], ids["Phone"])
    expect((await server.get(elsewhere, admin)).status).toBe(404)
  })

  it("updates the tracks after files in the folder were added, changed or deleted", async () => {
    const of = (path: string) => async () =>
      (await tracks("Phone")).find(({ source, language }) => source === "sidecar" && language === path)
    const fr = of("fr")
    writeFileSync(join(folder, "Phone.fr.srt"), srt(["00:00:01,000", "00:00:02,000", "Un"]))
    await scan()
    await eventually(async () => (await fr())?.cueCount === 1)
    const before = await fr()
    writeFileSync(
      join(folder, "Phone.fr.srt"),
      srt(["00:00:01,000", "00:00:02,000", "Un"], ["00:00:02,000", "00:00:03,000", "Deux"])
    )
    await scan()
    await eventually(async () => (await fr())?.cueCount === 2)
    expect((await fr())?.id).toBe(before?.id)
    expect((await cuesOf(await fr())).map(({ text }) => text)).toEqual(["Un", "Deux"])
    writeFileSync(join(folder, "Phone.fr.srt"), "nothing to read")
    await scan()
    await eventually(
      async () => (await fr())?.failure === "No subtitles could be read from the file.",
      30_000
    )
    expect((await fr())?.url).toBeNull()
    rmSync(join(folder, "Phone.fr.srt"))
    await scan()
    await eventually(async () => (await fr()) === undefined)
    // The embedded track and its cues are unchanged.
    expect(await cuesOf((await tracks("Phone"))[0])).toHaveLength(2)
  })
})

describe("uploaded subtitles", () => {
  it("lets administrators add, label and remove subtitles", async () => {
    expect((await upload("Phone", "a.srt", english, {}, member)).json.error.code).toBe("admin_required")
    expect((await upload("Phone", "a.srt", english, {}, stranger)).status).toBe(404)
    const { json, status } = await upload("Phone", "x.en.srt", english, { label: "Mine", language: "pt-br" })
    expect([status, json.data]).toMatchObject([
      201,
      { source: "upload", language: "pt-BR", label: "Brazilian Portuguese, Mine", cueCount: 2 }
    ])
    const at = `/api/videos/${ids["Phone"]}/subtitles/${json.data.id}`
    const patched = await server.request("PATCH", at, {
      token: admin,
      body: { language: "german", label: null, isForced: true }
    })
    expect(patched.json.data).toMatchObject({ language: "de", label: "German, Forced", isForced: true })
    const wrong = await server.request("PATCH", at, { token: admin, body: { language: "klingonish" } })
    expect([wrong.status, wrong.json.error.code]).toEqual([400, "validation"])
    expect((await server.request("DELETE", at, { token: member })).status).toBe(403)
    expect((await server.request("DELETE", at, { token: admin })).status).toBe(200)
    expect((await server.get(`${at}/cues`, admin)).status).toBe(404)
    expect(await server.rows("select 1 from subtitle_cues where track_id = $1", [json.data.id])).toEqual([])
  })

  it("rejects a body of the wrong type without closing the client's connection", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (const size of [0, 200_000, 24 * 1024 ** 2]) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request(`${server.origin}/api/videos/${ids["Phone"]}/subtitles`, {
          ...{ method: "POST", agent },
          headers: { authorization: `Bearer ${admin}`, "content-type": "text/plain", "content-length": size }
        })
        outgoing.on("error", reject).on("response", (answer) => {
          ports.add(answer.socket.localPort)
          answer.resume().on("end", () => resolve(answer.statusCode))
        })
        outgoing.end(Buffer.alloc(size))
      })
      expect([size, status]).toEqual([size, 415])
    }
    agent.destroy()
    expect(ports.size).toBe(1)
  })

  it("rejects invalid subtitles with a reason", async () => {
    const refused = async (name: string, content: Buffer | string, fields = {}) => {
      const { json, status } = await upload("Phone", name, content, fields)
      return [status, json.error.code]
    }
    expect(await refused("a.exe", english)).toEqual([415, "unsupported_media_type"])
    expect(await refused("a.srt", Buffer.from([0, 1, 2, 3]))).toEqual([415, "unsupported_media_type"])
    expect(await refused("a.srt", "")).toEqual([415, "unsupported_media_type"])
    expect(await refused("a.srt", english, { language: "???" })).toEqual([400, "validation"])
    expect(await refused("a.srt", english, { isForced: "maybe" })).toEqual([400, "validation"])
    expect(await refused("a.srt", Buffer.alloc(21 * 1024 * 1024, "a"))).toEqual([413, "payload_too_large"])
    const [track] = await tracks("Phone")
    const at = `/api/videos/${ids["Phone"]}/subtitles/${track.id}`
    expect((await server.request("DELETE", at, { token: admin })).status).toBe(409)
  })
})

describe("the transcript search", () => {
  const found = async (q: string, token = admin, more = ""): Promise<Json> =>
    data(`/api/transcripts?q=${encodeURIComponent(q)}${more}`, token)

  it("finds a phrase in any language, and returns each moment of a video only once", async () => {
    const { items, total } = await found("cafe is clos", member)
    expect([total, items.length]).toEqual([2, 2])
    const [first] = items
    expect(first).toMatchObject({ start: 2.5, end: 4, title: "Film", text: "The café is\nclosed & dark" })
    expect(first.highlights.map(({ end, start }: Json) => first.text.slice(start, end))).toEqual([
      "café is\nclosed"
    ])
    expect((await found("привет")).items).toMatchObject([{ videoId: ids["Film"], language: "ru" }])
    expect((await found("is cafe")).total).toBe(0)
    const [across] = (await found("world the caf", member)).items
    expect(across).toMatchObject({ start: 0.5, end: 4, text: "Hello, world\nThe café is\nclosed & dark" })
    const { end, start } = across.highlights[0]
    expect(across.text.slice(start, end)).toBe("world\nThe café")
    expect((await found("hello w")).total).toBe((await found("hello")).total)
    expect((await found("hello", admin, `&videoId=${ids["Phone"]}`)).total).toBe(1)
    expect((await found("  . ")).total).toBe(0)
    expect((await found("hello", admin, "&perPage=1&page=2")).items).toHaveLength(1)
    expect(await found("hello", admin, "&perPage=1&page=3")).toMatchObject({ items: [], total: 2 })
  })

  it("filters by conditions on the video and the track", async () => {
    const all = (await found("hello")).items.length
    const inOne = (await found("hello title:film")).items.length
    expect(inOne).toBeGreaterThan(0)
    expect((await found("-title:film hello")).items.length).toBe(all - inOne)
    expect((await found("привет language:ru start<1h")).total).toBe(1)
    expect((await found("привет -language:ru")).total).toBe(0)
    expect((await found('"world the caf" title:film', member)).total).toBeGreaterThan(0)
    for (const q of ["hello OR world", "hello -world", "hello limit:3", "hello titel:x"])
      expect((await server.get(`/api/transcripts?q=${encodeURIComponent(q)}`, admin)).status, q).toBe(400)
  })

  it("does not reveal anything from hidden videos", async () => {
    expect((await found("hello", stranger)).total).toBe(0)
  })
})

describe("subtitles of a replaced file", () => {
  it("are deleted if the new file has no subtitles", async () => {
    const said = async () => (await data(`/api/transcripts?q=Hello&videoId=${ids["Phone"]}`)).total
    expect((await tracks("Phone")).some(({ source }) => source === "embedded")).toBe(true)
    copyFileSync(join(server.folder, "plain.mp4"), join(folder, "Phone.mp4"))
    await scan()
    await eventually(async () => !(await tracks("Phone")).some(({ source }) => source === "embedded"))
    expect(await said()).toBe(0)
  })
})
