import { sharp } from "@media/pictures/Sharp"
import { makeItem } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let website: Server
let site = ""
let server: TestServer
let admin = ""
let member = ""
let videoId = ""
let imageId = ""
let bodies: Record<string, { readonly type?: string; readonly body: Buffer | string }> = {}
let asked: Array<string> = []

const fetching = async (url: unknown, { id = videoId, kind = "videos", token = admin } = {}) => {
  const path = `/api/${kind}/${id}/thumbnail/from-url`
  const { json, status } = await server.request("POST", path, { token, body: { url } })
  return { status, code: json.error?.code, message: json.error?.message, data: json.data }
}
const pictureOf = async (path: string) => (await server.get(path, admin)).json.data.picture

beforeAll(async () => {
  const flat = sharp({ create: { width: 400, height: 300, channels: 3, background: "#446688" } })
  const picture = await flat.png().toBuffer()
  bodies = {
    "/a.png": { type: "image/png", body: picture },
    "/untyped": { body: picture },
    "/lies.png": { type: "image/png", body: "<html>" },
    "/page": { type: "text/html", body: "<html>" },
    "/vector": { type: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" },
    "/cut.png": { type: "image/png", body: picture.subarray(0, 200) },
    "/large": { type: "image/png", body: Buffer.alloc(21 * 1024 * 1024) }
  }
  website = createServer((request, response) => {
    asked.push(request.url ?? "")
    if (request.url === "/moved")
      return void response.writeHead(302, { location: "http://127.0.0.9/a.png" }).end()
    const found = bodies[request.url ?? ""]
    if (found === undefined) return void response.writeHead(404).end()
    response.writeHead(200, found.type === undefined ? {} : { "content-type": found.type }).end(found.body)
  })
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(website.address() as AddressInfo).port}`
  site = `http://${host}`
  server = await startTestServer({ environment: { MEDIA_ALLOW_PRIVATE_FETCH: host } })
  admin = (await server.setup()).token
  const folder = join(server.media, "all")
  mkdirSync(folder)
  const body = { name: "All", contents: ["videos", "images"], roots: [{ path: folder }] }
  const library = (await server.request("POST", "/api/libraries", { token: admin, body })).json.data
  const root = { libraryId: library.id, rootId: library.roots[0].id }
  videoId = await makeItem(server, root)
  imageId = await makeItem(server, { ...root, kind: "image", path: "a.jpg" })
  member = (await server.account({ username: "member", libraryIds: [library.id] })).token
})
afterAll(async () => {
  website.closeAllConnections()
  website.close()
  await server.stop()
})

describe("setting a picture by URL", () => {
  it("re-encodes the downloaded picture and makes it the item's picture", async () => {
    const { data, status } = await fetching(`${site}/a.png`)
    expect(status).toBe(200)
    expect(data).toMatchObject({ width: 400, height: 300 })
    expect(await pictureOf(`/api/videos/${videoId}`)).toEqual(data)
    const served = await server.request("GET", data.url, { token: admin, headers: { accept: "image/webp" } })
    expect((await sharp(served.bytes).metadata()).format).toBe("webp")
    expect((await fetching(` ${site}/untyped `, { id: imageId, kind: "images" })).status).toBe(200)
  })

  it.each([
    ["/nothing", "The website responded with error 404."],
    ["/page", "There is no picture at this address."],
    ["/lies.png", "There is no JPEG, PNG, WebP, AVIF, GIF, BMP or JPEG 2000 picture at this address."],
    ["/vector", "There is no JPEG, PNG, WebP, AVIF, GIF, BMP or JPEG 2000 picture at this address."],
    ["/cut.png", "The picture is damaged."],
    ["/large", "The file at this address is larger than 20 MiB."]
  ])("rejects %s with a reason", async (path, message) => {
    const before = await pictureOf(`/api/videos/${videoId}`)
    expect(await fetching(site + path)).toMatchObject({ status: 502, code: "upstream_failed", message })
    expect(await pictureOf(`/api/videos/${videoId}`)).toEqual(before)
  })

  it("fetches nothing from private addresses and returns the same error for all of them", async () => {
    asked = []
    const answers = await Promise.all(
      [
        "http://127.0.0.1:1/",
        `http://localhost:${server.port}/api/health`,
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://2130706433/",
        "http://a:b@example.org/",
        "file:///etc/passwd",
        "ftp://example.org/a.png",
        "no address",
        `${site}/moved`
      ].map((url) => fetching(url))
    )
    expect(new Set(answers.map(({ code, message, status }) => `${status} ${code} ${message}`))).toEqual(
      new Set(["400 validation url: This is not the address of a public website."])
    )
    expect(asked).toEqual(["/moved"])
    for (const wrong of [undefined, 5, "", "a".repeat(3_000), "http://a\u0000"])
      expect(await fetching(wrong)).toMatchObject({ status: 400, code: "validation" })
  })

  it("fetches no picture for callers who may not edit the item", async () => {
    asked = []
    expect(await fetching(`${site}/a.png`, { token: member })).toMatchObject({ status: 403 })
    expect(await fetching(`${site}/a.png`, { token: "" })).toMatchObject({ status: 401 })
    expect(await fetching(`${site}/a.png`, { id: imageId })).toMatchObject({ status: 404 })
    expect(await fetching(`${site}/a.png`, { id: "x" })).toMatchObject({ status: 404 })
    expect(asked).toEqual([])
  })

  it("does not store the URL of a picture in the event log", async () => {
    const rows = await server.rows("select data::text as data from events where data::text like '%a.png%'")
    expect(rows).toEqual([])
  })
})
