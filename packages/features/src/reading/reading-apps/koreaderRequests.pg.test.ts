import { partialMd5 } from "@media/books/PartialMd5"
import { madeEpub } from "@media/books/testing/MadeBooks"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, it } from "vitest"

/**
 * These tests send the requests of KOReader's plugin "Progress sync" byte for byte. The requests have the headers of
 * LuaSocket and Spore, and the parameters of the `api.json` files from 2024 and 2026. The client closes the
 * connections.
 */
let server: TestServer
let key = ""
let content = ""

const md5 = (value: string) => createHash("md5").update(value).digest("hex")
const filename = md5("novel.epub")
const elsewhere = "0b229176d4e8db7f6d2b5a4952368d7a"
const structure = md5("the members of the archive")
const pointer = "/body/DocFragment[2]/body/p[22]/text().0"

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  const { token } = await server.setup()
  const folder = join(server.media, "books")
  mkdirSync(folder)
  const file = join(folder, "novel.epub")
  const chapters = [1, 2].map((n) => ({
    name: `c${n}.xhtml`,
    content: `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${"word ".repeat(500)}</p></body></html>`
  }))
  const manifest = [1, 2].map(
    (n) => `<item id="c${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`
  )
  writeFileSync(
    file,
    madeEpub({
      metadata: "<dc:title>Novel</dc:title>",
      manifest: manifest.join(""),
      rest: '<spine><itemref idref="c1"/><itemref idref="c2"/></spine>',
      files: chapters
    })
  )
  content = (await Effect.runPromise(partialMd5({ root: folder, path: file }))).toString("hex")
  await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Shelf", contents: ["books"], roots: [{ path: folder }] }
  })
  key = (await server.request("POST", "/api/reading-keys", { token, body: { name: "Kobo" } })).json.data.key
  await eventually(
    async () =>
      (await server.rows("select 1 from book_documents join book_facts using (item_id)")).length === 1
  )
})
afterAll(() => server.stop())

/** Sends a request as LuaSocket writes it. Returns the status, the content type and the decoded body. */
const send = async (line: string, payload?: object, secret = key) => {
  const { host, hostname, port } = new URL(server.origin)
  const body = payload === undefined ? "" : JSON.stringify(payload)
  const headers = {
    ...(payload === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    "x-auth-key": md5(secret),
    "x-auth-user": "root",
    te: "trailers",
    connection: "close, TE",
    "user-agent": "lua-Spore v0.3.3",
    accept: "application/vnd.koreader.v1+json",
    host
  }
  const socket = connect({ host: hostname, port: Number(port) })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`)
  const answer = await text(socket)
  const [head = "", rest = ""] = answer.split("\r\n\r\n", 2)
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    type: /^content-type: (.*)$/im.exec(head)?.[1],
    // In a chunked body, the JSON object is surrounded by the sizes of the chunks.
    json: JSON.parse(/\{.*\}/.exec(rest)![0])
  }
}
const report = (document: string, more: object = {}) => ({
  document,
  progress: pointer,
  percentage: 0.61879884821061,
  device: "Kobo_nova",
  device_id: "5B4A1DD2E1B04F6A9C0F4E7D3A2B1C0D",
  ...more
})
const put = "PUT /koreader/syncs/progress"
const get = (document: string) => `GET /koreader/syncs/progress/${document}`
/** Returns the query parameter `ids` as Spore encodes it. */
const ids = (...pairs: ReadonlyArray<string>) =>
  `?ids=${pairs.join(",").replaceAll(":", "%3A").replaceAll(",", "%2C")}`

it("lets KOReader log in, and explains why it cannot register", async () => {
  expect(await send("GET /koreader/users/auth")).toMatchObject({
    status: 200,
    type: "application/vnd.koreader.v1+json",
    json: { authorized: "OK" }
  })
  expect((await send("GET /koreader/users/auth", undefined, "wrong")).status).toBe(401)
  const registered = await send("POST /koreader/users/create", { username: "root", password: md5(key) })
  expect([registered.status, registered.json.message]).toEqual([402, expect.stringContaining("account page")])
})

it("stores and returns a position for the hash of the content or of the file name", async () => {
  expect((await send(get(content))).json).toEqual({})
  expect(await send(put, report(content))).toMatchObject({ status: 200, json: { document: content } })
  for (const document of [content, filename])
    expect((await send(get(document))).json).toEqual({
      ...report(document),
      percentage: 0.6188,
      timestamp: expect.any(Number)
    })
})

it("finds the book by further identifiers and reports which one matched", async () => {
  const identifiers = [
    { type: "content", value: elsewhere },
    { type: "structure", value: structure },
    { type: "filename", value: filename }
  ]
  const metadata = { title: "Novel", authors: "Unknown", language: "en", series: null }
  const written = await send(put, report(elsewhere, { identifiers, metadata, percentage: 0.75 }))
  expect(written).toMatchObject({ status: 200, json: { document: elsewhere } })
  const byName = await send(
    get(elsewhere) + ids(`content:${elsewhere}`, `structure:${structure}`, `filename:${filename}`)
  )
  expect(byName.json).toMatchObject({ document: elsewhere, percentage: 0.75, progress_match: "filename" })
  const byContent = await send(get(filename) + ids(`content:${content}`, `filename:${filename}`))
  expect(byContent.json).toMatchObject({ percentage: 0.75, progress_match: "content" })
})

it("accepts the position of a book that is not in the library", async () => {
  const query = ids(`content:${elsewhere}`, `structure:${structure}`)
  for (const line of [
    get(elsewhere),
    get(elsewhere) + query,
    `${get(elsewhere)}?ids=`,
    `${get(elsewhere)}?ids=%2C%3A`
  ])
    expect(await send(line)).toMatchObject({ status: 200, json: {} })
  const identifiers = [{ type: "content", value: elsewhere }]
  for (const more of [{}, { identifiers }])
    expect(await send(put, report(elsewhere, more))).toMatchObject({
      status: 202,
      json: { document: elsewhere, timestamp: expect.any(Number) }
    })
})
