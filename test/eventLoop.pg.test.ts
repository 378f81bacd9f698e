import { madeEpub } from "@media/books/testing/MadeBooks"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"

// The server runs in the process of this test, so this test can measure its event loop. Untrusted text must be parsed
// in another process.

const MiB = 1024 ** 2
const filled = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length))
const chapters = {
  "attribute.xhtml": `<p style="${filled("a1:b1;a2:b2;", 7.5 * MiB)}">x</p>`,
  "brackets.xhtml": `<style>${filled("(", 7.5 * MiB)}</style><p>x</p>`,
  "attributes.xhtml": filled(`<p style="a:((((((((((((((((">x</p>`, 7.5 * MiB),
  "nested.xhtml": filled("<b><i><u>", 7.5 * MiB),
  "entities.xhtml": filled("&amp;&#65;", 7.5 * MiB),
  "drawing.svg": `<svg>${filled("<g><path d='M0'/></g>", 7.5 * MiB)}</svg>`
}
const texts = Array.from({ length: 8 }, (_, n) => `text-${n}.xhtml`)
const names = [...Object.keys(chapters), ...texts]

let server: TestServer
let token: string
let book: string
let video: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const root = join(server.media, "hostile")
  mkdirSync(root)
  writeTree(root, {
    "Clip.mp4": "a video",
    "Book.epub": madeEpub({
      manifest: names
        .map((name, n) => `<item id="n${n}" href="${name}" media-type="application/xhtml+xml"/>`)
        .join(""),
      rest: `<spine>${names.map((_, n) => `<itemref idref="n${n}"/>`).join("")}</spine>`,
      files: [
        ...Object.entries(chapters).map(([name, content]) => ({ name: `OEBPS/${name}`, content })),
        ...texts.map((name) => ({
          name: `OEBPS/${name}`,
          content: filled("<p>some words</p>", 7.9 * MiB),
          method: 0
        }))
      ]
    })
  })
  const library = await openLibrary(server, [root], { contents: ["videos", "books"] })
  await library.scan()
  const first = async (path: string) => (await server.get(path, token)).json.data.items[0].id as string
  book = await first("/api/books")
  video = await first("/api/videos")
})
afterAll(() => server.stop())

/** Returns the longest time in milliseconds during which the event loop was blocked. */
const longestDelay = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await work()
  await setTimeout(50)
  delay.disable()
  return delay.max / 1e6
}

const subtitles = (n: number): Buffer => {
  const cue = (at: number) =>
    `${at}\n00:00:0${at % 10},000 --> 00:00:1${at % 10},000\n<i>{\\an8}line ${n} ${at} &amp; more\n\n`
  const body = Buffer.from(Array.from({ length: 4_000 }, (_, at) => cue(at)).join(""))
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.en.srt"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body, Buffer.from("\r\n--b--\r\n")])
}

it("responds to other requests while it reads hostile files", async () => {
  const uploads = Array.from({ length: 20 }, (_, n) => subtitles(n))
  const idle = await longestDelay(() => setTimeout(2_000))
  // Without separate processes, a single chapter blocked the server's own process for six seconds, and a search blocked
  // it for thirty seconds.
  const bound = 1_000 + 10 * idle

  const statuses: Array<number> = []
  const read = await longestDelay(async () => {
    for (const name of Object.keys(chapters))
      statuses.push((await server.get(`/api/books/${book}/resource/OEBPS/${name}`, token)).status)
  })
  expect(statuses.every((status) => status === 200 || status === 404)).toBe(true)
  expect(read).toBeLessThan(bound)

  const found = await longestDelay(async () => {
    const { json, status } = await server.get(`/api/books/${book}/passages?q=nowhere`, token)
    expect({ status, data: json.data }).toMatchObject({ status: 200, data: { passages: [] } })
  })
  expect(found).toBeLessThan(bound)

  const sent = await longestDelay(() =>
    Promise.all(
      uploads.map(async (body) => {
        const { status } = await fetch(`${server.origin}/api/videos/${video}/subtitles`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
          body
        })
        expect(status).toBe(201)
      })
    )
  )
  expect(sent).toBeLessThan(bound)
}, 600_000)
