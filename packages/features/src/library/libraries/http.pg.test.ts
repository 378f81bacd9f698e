import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const folder = (name: string): string => {
  mkdirSync(join(server.media, name), { recursive: true })
  return join(server.media, name)
}
const create = (path: string, by = token, fields: object = {}) =>
  server.request("POST", "/api/libraries", {
    token: by,
    body: { name: "Films", contents: ["videos"], roots: [{ path }], ...fields }
  })

it("shows a library to the member who created it, but not to other members", async () => {
  const maker = await server.account({ username: "maker", mayCreateLibraries: true })
  const other = await server.account({ username: "other" })
  const { json, status } = await create(folder("made"), maker.token)
  expect([status, json.data.name, json.data.roots]).toEqual([201, "Films", []])
  expect((await server.get(`/api/libraries/${json.data.id}`, maker.token)).status).toBe(200)
  expect((await server.get("/api/auth/me", maker.token)).json.data.libraryIds).toEqual([json.data.id])
  expect((await server.get(`/api/libraries/${json.data.id}`, other.token)).status).toBe(404)
})

it("grants the creator access to a new library even if the creator's account changes at the same time", async () => {
  const { token: busy } = await server.account({ username: "busy", mayCreateLibraries: true })
  const rename = (n: number) =>
    server.request("PATCH", "/api/auth/me", { token: busy, body: { displayName: `Busy ${n}` } })
  for (let round = 0; round < 4; round += 1) {
    const [made, ...renamed] = await Promise.all([
      create(folder(`busy-${round}`), busy),
      ...Array.from({ length: 2 }, (_, n) => rename(round * 10 + n))
    ])
    expect([made.status, ...renamed.map(({ status }) => status)]).toEqual([201, 200, 200])
  }
  expect((await server.get("/api/auth/me", busy)).json.data.libraryIds).toHaveLength(4)
})

it("lets an administrator who hides NSFW content create an NSFW library", async () => {
  await server.request("PATCH", "/api/auth/me", { token, body: { showNsfw: false } })
  const { json, status } = await create(folder("hidden"), token, { isNsfw: true })
  expect([status, json.data.isNsfw]).toEqual([201, true])
  expect((await server.get(`/api/libraries/${json.data.id}`, token)).status).toBe(404)
  const plain = await create(folder("plain"))
  const body = { isNsfw: true }
  const marked = await server.request("PATCH", `/api/libraries/${plain.json.data.id}`, { token, body })
  expect([marked.status, marked.json.data.isNsfw]).toEqual([200, true])
  await server.request("PATCH", "/api/auth/me", { token, body: { showNsfw: true } })
})

it("rejects nested roots, even in concurrent requests or through links", async () => {
  const outer = folder("outer")
  const inner = folder("outer/inner")
  folder("outer-sibling")
  symlinkSync(inner, join(server.media, "alias"))
  const replies = await Promise.all([create(outer), create(inner), create(outer), create(inner)])
  const made = replies.filter(({ status }) => status === 201)
  expect(made).toHaveLength(1)
  for (const reply of replies)
    if (reply.status !== 201) expect([reply.status, reply.json.error.code]).toEqual([409, "root_overlaps"])
  for (const path of [outer, inner, `${outer}/`, `${outer}/../outer`, join(server.media, "alias")])
    expect((await create(path)).status).toBe(409)
  expect((await create(join(server.media, "outer-sibling"))).status).toBe(201)
  const twice = { roots: [{ path: folder("twice") }, { path: folder("twice/in") }] }
  const second = await create("", token, twice)
  expect([second.status, second.json.error.fields?.[0]?.path]).toEqual([409, "roots.1.path"])
  const gone = { roots: [{ path: folder("there") }, { path: join(server.media, "gone") }] }
  const message = "This folder does not exist."
  expect((await create("", token, gone)).json.error).toMatchObject({
    code: "root_unusable",
    message,
    fields: [{ path: "roots.1.path", message }]
  })
})

it.each([
  ["relative", "films", /must be absolute/],
  ["nowhere", "/no/such/folder", /does not exist/],
  ["the root of the file system", "/", /root of the file system/],
  ["a file", "file.txt", /not a folder|must be absolute/]
])("rejects a root that is %s", async (_, path, reason) => {
  writeFileSync(join(server.media, "file.txt"), "x")
  const { json, status } = await create(path === "file.txt" ? join(server.media, path) : path)
  expect([status, json.error.code]).toEqual([400, "root_unusable"])
  expect(json.error.message).toMatch(reason)
})

it("deletes a removed library's rows, but none of its files", async () => {
  const path = folder("removed")
  writeFileSync(join(path, "film.mp4"), "film")
  const { id } = (await create(path)).json.data
  expect((await server.request("DELETE", `/api/libraries/${id}`, { token })).status).toBe(200)
  expect((await server.request("DELETE", `/api/libraries/${id}`, { token })).status).toBe(404)
  expect((await create(path)).status).toBe(201)
})

it("hides a removed library immediately, and lets a new library use its folder", async () => {
  const path = folder("taken-down")
  const id = (await create(path)).json.data.id as string
  const [root] = await server.rows("select id from library_roots where library_id = $1", [id])
  const [video] = await server.rows(
    `insert into items (id, kind, role, library_id, status, title, sort_title, shuffle_key, created_at, updated_at)
     values (gen_random_uuid(), 'video', 'video', $1, 'ready', 'One', 'one', 1, now(), now()) returning id`,
    [id]
  )
  await server.rows(
    `insert into item_files (item_id, root_id, size_bytes, mtime_ms, is_present, is_probed, path_hash, path)
     values ($1, $2, 1, 1, true, true, '\\x00', 'one.mp4')`,
    [video!["id"], root!["id"]]
  )
  expect((await server.get(`/api/videos/${video!["id"]}`, token)).status).toBe(200)
  expect((await server.request("DELETE", `/api/libraries/${id}`, { token })).status).toBe(200)
  expect((await server.get(`/api/videos/${video!["id"]}`, token)).status).toBe(404)
  expect((await server.get("/api/videos", token)).json.data).toMatchObject({ items: [], total: 0 })
  expect((await server.get(`/api/video-stream/${video!["id"]}/source`, token)).status).toBe(404)
  const again = await create(path)
  expect([again.status, again.json.data.counts]).toMatchObject([201, { byKind: {} }])
})
