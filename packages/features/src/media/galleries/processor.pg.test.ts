import { madeArchive, type MadeEntry } from "@media/archives/testing/MadeArchive"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let stranger = ""
let folder = ""
let libraryId = ""

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const count = async (query: string) =>
  Number((await server.rows(`select count(*) as n from ${query}`))[0]!["n"])
const isQuiet = async () =>
  (await count(
    "jobs where state in (0, 1) and queue in (select id from queues where name in ('library-scan', 'gallery-scan'))"
  )) === 0
const scan = async () => {
  await send("POST", `/api/libraries/${libraryId}/scan`)
  await eventually(isQuiet)
}
const galleries = async (): Promise<ReadonlyArray<Json>> =>
  (await data("/api/galleries?sort=title&order=asc&perPage=100")).items
const gallery = async (title: string): Promise<Json> => {
  const found = (await galleries()).find((each) => each.title === title)
  return data(`/api/galleries/${found.id}`)
}
const imagesOf = async (title: string): Promise<ReadonlyArray<Json>> =>
  (await data(`/api/images?parentId=${(await gallery(title)).id}&sort=ordinal&order=asc&perPage=100`)).items
const titles = async (title: string) => (await imagesOf(title)).map((image) => image.title)

let pages: ReadonlyArray<Buffer> = []
const comic = (entries: ReadonlyArray<MadeEntry>) =>
  writeFileSync(join(folder, "Comic.cbz"), madeArchive({ entries }))

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  stranger = (await server.account({ username: "stranger", libraryIds: [] })).token
  folder = join(server.media, "pictures")
  for (const name of ["Holiday/Beach", "Empty"]) mkdirSync(join(folder, name), { recursive: true })
  pages = await Promise.all(
    ["#a00", "#0a0", "#00a", "#aa0"].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer()
    )
  )
  for (const [index, name] of ["p10.png", "p2.png", "p1.png"].entries())
    writeFileSync(join(folder, "Holiday", name), pages[index]!)
  writeFileSync(join(folder, "Holiday/Beach/sea.png"), pages[3]!)
  comic([
    { name: "10.png", content: pages[0]! },
    { name: "2.png", content: pages[1]! },
    { name: "../../etc/passwd.png", content: pages[2]! },
    { name: "notes.txt", content: "not an image" },
    { name: "locked.png", content: pages[3]!, flags: 0x801 }
  ])
  writeFileSync(
    join(folder, "broken.zip"),
    madeArchive({ entries: [{ name: "1.png", content: pages[0]! }] }).subarray(0, 60)
  )
  writeFileSync(join(folder, "texts.zip"), madeArchive({ entries: [{ name: "a.txt", content: "text" }] }))
  const made = await send("POST", "/api/libraries", {
    name: "Pictures",
    contents: ["images"],
    roots: [{ path: folder }]
  })
  libraryId = made.data.id
  await eventually(
    async () => (await count("items where kind = 'gallery' and status in ('ready', 'failed')")) === 5,
    60_000
  )
  await eventually(isQuiet)
})
afterAll(() => server.stop())

it("creates galleries from folders and archives, with images in natural order", async () => {
  expect((await galleries()).map(({ count: n, status, title }) => [title, n, status])).toEqual([
    ["Beach", 1, "ready"],
    ["broken", 0, "failed"],
    ["Comic", 3, "ready"],
    ["Holiday", 3, "ready"],
    ["texts", 0, "failed"]
  ])
  expect(await titles("Holiday")).toEqual(["p1", "p2", "p10"])
  expect(await titles("Comic")).toEqual(["2", "10", "passwd"])
  expect((await gallery("Beach")).parentId).toBe((await gallery("Holiday")).id)
  expect((await gallery("texts")).failure).toBe("This archive contains no images.")
  expect((await gallery("broken")).failure).not.toBeNull()
})

it("serves an image inside an archive, but only to callers who may see it", async () => {
  const [first, , passwd] = await imagesOf("Comic")
  const bytes = await server.request("GET", `/api/images/${first.id}/source`, { token })
  expect(bytes.status).toBe(200)
  expect(bytes.headers["content-type"]).toBe("image/png")
  expect((await server.request("GET", `/api/images/${first.id}/source`, { token: stranger })).status).toBe(
    404
  )
  expect((await data(`/api/images/${passwd.id}`)).path).toBe("Comic.cbz::../../etc/passwd.png")
  await eventually(async () => (await data(`/api/images/${first.id}`)).width !== null)
  expect(await data(`/api/images/${first.id}`)).toMatchObject({ width: 40, height: 30, format: "png" })
  const thumbnail = await server.request("GET", `/api/images/${first.id}/thumbnail`, { token })
  expect(thumbnail.status).toBe(200)
  expect((await gallery("Comic")).picture.url).toContain(`/api/images/${first.id}/thumbnail`)
  expect((await server.request("DELETE", `/api/images/${first.id}`, { token })).status).toBe(409)
})

it("keeps the ids of images when their archive is rewritten, moved or temporarily missing", async () => {
  const before = new Map((await imagesOf("Comic")).map(({ id, title }) => [title, id]))
  comic([
    { name: "cover.png", content: pages[3]! },
    { name: "2.png", content: pages[2]! },
    { name: "page 10.png", content: pages[0]! }
  ])
  await scan()
  const after = await imagesOf("Comic")
  expect(after.map(({ status, title }) => [title, status])).toEqual([
    ["2", "ready"],
    ["cover", "ready"],
    ["10", "ready"],
    ["passwd", "missing"]
  ])
  expect(after[0].id).toBe(before.get("2"))
  expect(after[2].id).toBe(before.get("10"))

  renameSync(join(folder, "Comic.cbz"), join(folder, "Holiday", "Moved.cbz"))
  await scan()
  expect((await imagesOf("Comic")).map(({ id }) => id)).toEqual(after.map(({ id }) => id))
  expect((await gallery("Comic")).parentId).toBe((await gallery("Holiday")).id)
  renameSync(join(folder, "Holiday", "Moved.cbz"), join(server.media, "away.cbz"))
  await scan()
  expect(new Set((await imagesOf("Comic")).map(({ status }) => status))).toEqual(new Set(["missing"]))
  renameSync(join(server.media, "away.cbz"), join(folder, "Holiday", "Moved.cbz"))
  await scan()
  expect((await imagesOf("Comic")).map(({ id, status }) => [id, status])).toEqual(
    after.map(({ id, status }) => [id, status])
  )
})

it("keeps a gallery when its folder is renamed", async () => {
  const { id } = await gallery("Holiday")
  await send("PATCH", `/api/galleries/${id}`, { title: "Summer" })
  renameSync(join(folder, "Holiday"), join(folder, "Vacation"))
  await scan()
  expect(await gallery("Summer")).toMatchObject({ id, path: "Vacation", count: 3 })
  renameSync(join(folder, "Vacation/Beach/sea.png"), join(folder, "Vacation/sea.png"))
  await scan()
  expect(await titles("Summer")).toEqual(["p1", "p2", "p10", "sea"])
  expect((await galleries()).map(({ title }) => title)).not.toContain("Beach")
  const events = await count("events where type = 'item.placed.v1'")
  await send("POST", "/api/jobs/queues/gallery-scan/run")
  await eventually(isQuiet)
  expect(await count("events where type = 'item.placed.v1'")).toBe(events)
})

const uploaded = async (id: string, name: string, bytes: Buffer) => {
  const head = `--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--cut--\r\n")])
  return server.request("POST", `/api/galleries/${id}/images/upload`, {
    token,
    headers: { "content-type": "multipart/form-data; boundary=cut" },
    body
  })
}

it("lets users reorder a gallery, choose a cover and add chapters", async () => {
  const { id } = await gallery("Summer")
  const [, p2, p10, sea] = await imagesOf("Summer")
  await send("PUT", `/api/galleries/${id}/order`, { imageIds: [sea.id], before: p2.id })
  expect(await titles("Summer")).toEqual(["p1", "sea", "p2", "p10"])
  expect((await data(`/api/galleries/${id}/images`)).items[1].id).toBe(sea.id)
  expect((await send("PUT", `/api/galleries/${id}/order`, { imageIds: [id], before: null })).error.code).toBe(
    "validation"
  )

  const covered = await send("PUT", `/api/galleries/${id}/cover`, { imageId: p10.id })
  expect(covered.data.coverId).toBe(p10.id)
  await eventually(async () => (await gallery("Summer")).picture?.url.includes(p10.id))

  const chapter = await send("POST", `/api/galleries/${id}/chapters`, { title: "Water", imageId: sea.id })
  expect(chapter.data).toMatchObject({ title: "Water", imageIndex: 1 })
  const one = `/api/galleries/${id}/chapters/${chapter.data.id}`
  expect((await send("PATCH", one, { title: "The sea" })).data.title).toBe("The sea")
  await send("PATCH", `/api/images/${sea.id}`, { isNsfw: true })
  await send("PATCH", "/api/auth/me", { showNsfw: false })
  expect((await gallery("Summer")).chapters).toEqual([])
  await send("PATCH", "/api/auth/me", { showNsfw: true })
  await send("PATCH", `/api/images/${sea.id}`, { isNsfw: false })
  expect((await data(`/api/galleries/${id}/chapters`)).length).toBe(1)
  await send("DELETE", one)
  expect((await gallery("Summer")).chapters).toEqual([])

  expect((await uploaded(id, "a new one.png", pages[2]!)).status).toBe(201)
  await eventually(async () => (await gallery("Summer")).count === 5)
  // The manual order is kept, and new images are last.
  expect(await titles("Summer")).toEqual(["p1", "sea", "p2", "p10", "a new one"])
  expect((await uploaded(id, "a new one.png", pages[2]!)).json.error.code).toBe("file_conflict")
  expect((await uploaded(id, "text.png", Buffer.from("only text"))).status).toBe(415)
  const comicId = (await gallery("Comic")).id
  expect((await uploaded(comicId, "page.png", pages[2]!)).json.error.code).toBe("folder_not_writable")
})

it("keeps the manual order of a gallery when its folder is renamed", async () => {
  const { id } = await gallery("Summer")
  renameSync(join(folder, "Vacation"), join(folder, "Winter"))
  await scan()
  expect(await gallery("Summer")).toMatchObject({ id, path: "Winter", count: 5 })
  expect(await titles("Summer")).toEqual(["p1", "sea", "p2", "p10", "a new one"])
})

it("keeps the images when a user removes their gallery", async () => {
  const { id } = await gallery("Summer")
  expect((await server.request("DELETE", `/api/galleries/${id}`, { token })).status).toBe(200)
  await scan()
  await send("POST", "/api/jobs/queues/gallery-scan/run")
  await eventually(isQuiet)
  expect((await galleries()).map(({ title }) => title)).not.toContain("Summer")
  expect(await count(`items where parent_id = '${id}' and kind = 'image'`)).toBe(5)
})
