import { madeArchive } from "@media/archives/testing/MadeArchive"
import { atomProblems } from "@media/testkit/opds/ValidAtom"
import { checked } from "@media/testkit/opds/ValidOpds2"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { readXml } from "@media/xml/ReadXml"
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import * as Either from "effect/Either"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let libraryId = ""
let id = ""
let folderId = ""
let archive = Buffer.alloc(0)

const ask = (target: string, as = token, headers: Record<string, string> = {}) =>
  server.request("GET", target, { token: as, headers })
const feed = async (target: string, as = token): Promise<XmlElement> => {
  const reply = await ask(target, as)
  expect([target, reply.status]).toEqual([target, 200])
  expect(await atomProblems({ [target]: reply.text })).toEqual([])
  return Either.getOrThrow(readXml(Buffer.from(reply.text)))
}
const entries = (root: XmlElement) => childrenOf(root, "entry")
const titles = async (target: string, as = token) =>
  entries(await feed(target, as)).map((entry) => textOf(childOf(entry, "title")!))
const link = (element: XmlElement, rel: string) =>
  childrenOf(element, "link").find((each) => attributeOf(each, "rel") === rel)!

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  await server.request("PATCH", "/api/auth/me", { token, body: { showNsfw: true } })
  const folder = join(server.media, "pictures")
  mkdirSync(join(folder, "Holiday"), { recursive: true })
  const page = (width: number) =>
    sharp({ create: { width, height: 450, channels: 3, background: "#305070" } })
      .png()
      .toBuffer()
  const pages = await Promise.all([300, 310, 320].map(page))
  archive = madeArchive({ entries: pages.map((content, n) => ({ name: `${n + 1}.png`, content })) })
  writeFileSync(join(folder, "Saga.zip"), archive)
  writeFileSync(join(folder, "Holiday", "beach.png"), pages[0]!)
  const { json } = await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Pictures", contents: ["images"], roots: [{ path: folder }] }
  })
  libraryId = json.data.id
  await eventually(async () => {
    const [row] = await server.rows("select count(*) as n from item_pictures where version is not null")
    const found = await server.rows("select id, title from items where kind = 'gallery' and status = 'ready'")
    const idOf = (title: string) => String(found.find((each) => each["title"] === title)?.["id"] ?? "")
    id = idOf("Saga")
    folderId = idOf("Holiday")
    return id !== "" && folderId !== "" && Number(row!["n"]) === 4
  })
})
afterAll(() => server.stop())

it("lists archive galleries as comics in both catalogs, but omits folder galleries", async () => {
  expect(await titles("/opds")).toContain("Galleries")
  for (const target of ["/opds/galleries", "/opds/galleries?order=newest", "/opds/search?q=saga"])
    expect([target, await titles(target)]).toEqual([target, ["Saga"]])
  expect(await titles("/opds/books")).toEqual([])
  expect(await titles("/opds/libraries")).toEqual(["Pictures"])
  expect(await titles(`/opds/libraries/${libraryId}`)).toEqual(["Saga"])
  expect(await titles(`/opds/libraries/${libraryId}?format=epub`)).toEqual([])

  const [entry] = entries(await feed("/opds/galleries"))
  const download = link(entry!, "http://opds-spec.org/acquisition")
  expect([attributeOf(download, "type"), attributeOf(download, "length")]).toEqual([
    "application/vnd.comicbook+zip",
    String(archive.length)
  ])
  const file = await ask(attributeOf(download, "href")!)
  expect([file.headers["content-type"], file.bytes.equals(archive)]).toEqual([
    "application/vnd.comicbook+zip",
    true
  ])
  expect(file.headers["content-disposition"]).toContain('filename="Saga.cbz"')
  for (const rel of ["http://opds-spec.org/image", "http://opds-spec.org/image/thumbnail"]) {
    const cover = await ask(attributeOf(link(entry!, rel), "href")!)
    expect([cover.status, cover.headers["content-type"]]).toEqual([200, "image/jpeg"])
  }
  const stream = link(entry!, "http://vaemendis.net/opds-pse/stream")
  expect(attributeOf(stream, "count", "http://vaemendis.net/opds-pse/ns")).toBe("3")
  const page = (number: number, width = "") =>
    ask(attributeOf(stream, "href")!.replace("{pageNumber}", String(number)).replace("{maxWidth}", width))
  for (const number of [0, 1, 2]) {
    const reply = await page(number)
    const { format, width } = await sharp(reply.bytes).metadata()
    expect([reply.status, format, width]).toEqual([200, "jpeg", 300 + number * 10])
  }
  // Pages are resized to the requested width.
  expect((await sharp((await page(0, "100")).bytes).metadata()).width).toBe(100)
  for (const number of [3, 99_999]) expect((await page(number)).status).toBe(404)

  const publication = (await ask(`/opds/v2/books/${id}`)).json
  const manifest = (await ask(`/opds/v2/books/${id}/manifest`)).json
  for (const document of [publication, manifest, (await ask("/opds/v2/galleries")).json])
    expect(checked(document).problem).toBe("")
  expect(manifest.readingOrder).toHaveLength(3)
  expect((await ask(manifest.readingOrder[2].href)).status).toBe(200)
  // The server does not store a reading position for galleries.
  expect(JSON.stringify(publication)).not.toContain("progression")
  expect((await ask(`/opds/v2/books/${id}/progression`)).status).toBe(404)
  for (const what of ["", "/download", "/cover", "/pages/0"])
    expect((await ask(`/opds/books/${folderId}${what}`)).status).toBe(404)
})

it("compresses feeds and API responses for clients that support it", async () => {
  for (const target of ["/opds/galleries", "/opds/v2/galleries", "/api/images"]) {
    const plain = await ask(target)
    const packed = await ask(target, token, { "accept-encoding": "gzip" })
    const codings = [plain, packed].map(({ headers }) => headers["content-encoding"])
    expect([target, plain.bytes.length, ...codings]).toEqual([target, plain.bytes.length, undefined, "gzip"])
    expect(packed.headers.vary).toContain("Accept-Encoding")
    expect(packed.headers["content-length"]).toBe(String(packed.bytes.length))
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text)
  }
  const { status, headers } = await server.request("POST", "/api/auth/login", {
    body: { username: "root", password: "correct horse" },
    headers: { "accept-encoding": "gzip, br" }
  })
  expect([status, headers["content-encoding"]]).toEqual([200, undefined])
})

it("offers an archive only to callers who may see all of its images", async () => {
  const child = await server.account({ username: "child" })
  const ofOne = ["", "/download", "/cover", "/thumbnail", "/pages/0"].map(
    (what) => `/opds/books/${id}${what}`
  )
  const others = [`/opds/v2/books/${id}`, `/opds/v2/books/${id}/manifest`, `/api/galleries/${id}/source`]
  const isHidden = async () => {
    expect(await titles("/opds", child.token)).not.toContain("Galleries")
    for (const list of ["/opds/galleries", "/opds/search?q=saga", "/opds/libraries"])
      expect([list, await titles(list, child.token)]).toEqual([list, []])
    expect((await ask("/opds/v2/galleries", child.token)).json.metadata.numberOfItems).toBe(0)
    for (const target of [...ofOne, ...others])
      expect([target, (await ask(target, child.token)).status]).toEqual([target, 404])
  }
  await isHidden()
  await server.request("PATCH", `/api/users/${child.id}`, { token, body: { libraryIds: [libraryId] } })
  for (const target of [...ofOne, ...others])
    expect([target, (await ask(target, child.token)).status]).toEqual([target, 200])
  expect((await ask(`/api/galleries/${id}`, child.token)).json.data.sourceUrl).not.toBeNull()
  // Once an image is hidden from the account, the archive must be hidden too, because it contains the image.
  const images = (await ask(`/api/galleries/${id}/images`)).json.data.items
  await server.request("PATCH", `/api/images/${images[1].id}`, { token, body: { isNsfw: true } })
  expect((await ask(`/api/galleries/${id}/images`, child.token)).json.data.items).toHaveLength(2)
  expect((await ask(`/api/galleries/${id}`, child.token)).json.data).toMatchObject({
    count: 2,
    sourceUrl: null
  })
  await isHidden()
  for (const target of [...ofOne, ...others])
    expect([target, (await ask(target)).status]).toEqual([target, 200])
  await server.request("PATCH", `/api/images/${images[1].id}`, { token, body: { isNsfw: false } })
  expect(await titles("/opds/galleries", child.token)).toEqual(["Saga"])
})
