import { kinds as registered } from "@media/features/generated/kinds"
import { bytesUrl } from "@media/features/MediaKind"
import { uuidv7 } from "@media/kernel/Ids"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const kinds = registered.map(({ extensions, kind, paths }) => ({
  kind,
  isFile: Object.keys(extensions).length > 0,
  path: paths.list,
  bytes: (id: string) => bytesUrl({ paths }, id)
}))

let server: TestServer
let admin: string
let member: string
let stranger: string
let libraryId: string
const rootId = uuidv7()
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  libraryId = await makeLibrary(server, { name: "All" })
  const folder = join(server.media, "all")
  mkdirSync(folder)
  await server.rows("insert into library_roots values ($1, $2, $3, true, true, 0)", [
    rootId,
    libraryId,
    folder
  ])
  for (const { kind } of kinds) {
    writeFileSync(join(folder, `a.${kind}`), `bytes of a ${kind}`)
    ids.set(kind, await makeItem(server, { kind, libraryId, rootId, path: `a.${kind}`, title: `A ${kind}` }))
  }
  member = (await server.account({ username: "member", role: "member", libraryIds: [libraryId] })).token
  stranger = (await server.account({ username: "stranger", role: "member", libraryIds: [] })).token
})
afterAll(() => server.stop())

describe.each(kinds)("a $kind", ({ bytes, isFile, kind, path }) => {
  const at = () => `${path}/${ids.get(kind)}`
  const page = async (token: string, query = "") => (await server.get(`${path}${query}`, token)).json.data

  it("lists the item with every sort order and filter of its kind", async () => {
    const wanted = { total: 1, items: [{ id: ids.get(kind), title: `A ${kind}`, size: 1_000, libraryId }] }
    expect(await page(member)).toMatchObject(wanted)
    for (const sort of ["title", "date", "size", "random", "createdAt"]) {
      expect(await page(member, `?sort=${sort}&order=asc`)).toMatchObject(wanted)
    }
    expect(await page(member, `?q=a+${kind.toUpperCase()}`)).toMatchObject(wanted)
    expect(await page(member, "?q=nothing")).toMatchObject({ total: 0, items: [] })
    expect(await page(member, "?status=missing")).toMatchObject({ total: 0, items: [] })
    const { status } = (await page(member)).items[0]
    expect(await page(member, `?status=${status}&isMissing=false`)).toMatchObject(wanted)
    expect(await page(member, `?status=${status}&isMissing=true`)).toMatchObject({ total: 0, items: [] })
    expect(await page(member, `?libraryId=${uuidv7()}`)).toMatchObject({ total: 0, items: [] })
    expect(await page(member, "?page=7")).toMatchObject({ total: 1, items: [] })
    expect(await page(stranger)).toMatchObject({ total: 0, items: [] })
  })

  it("returns the item only through the routes of its kind and to callers who may see it", async () => {
    expect((await server.get(at(), member)).json.data).toMatchObject({ path: `a.${kind}`, version: 0 })
    for (const other of kinds.filter((each) => each.kind !== kind)) {
      expect((await server.get(`${other.path}/${ids.get(kind)}`, admin)).status).toBe(404)
      expect((await server.get(other.bytes(ids.get(kind)!), admin)).status).toBe(404)
    }
    for (const id of [ids.get(kind), uuidv7(), "nonsense"]) {
      expect((await server.get(`${path}/${id}`, stranger)).json.error).toMatchObject({ code: "not_found" })
      expect((await server.get(bytes(String(id)), stranger)).status).toBe(404)
    }
  })

  it.skipIf(!isFile)("serves the file", async () => {
    const answer = await server.get(bytes(ids.get(kind)!), member)
    expect([answer.status, answer.text]).toEqual([200, `bytes of a ${kind}`])
  })

  it("accepts edits only from administrators, and rejects an edit that would overwrite a newer one", async () => {
    const edit = (body: object, token = admin) => server.request("PATCH", at(), { token, body })
    expect((await edit({ title: "x" }, member)).status).toBe(403)
    expect((await edit({ title: "x" }, stranger)).status).toBe(404)
    expect((await edit({ title: " New ", expectedVersion: 0 })).json.data).toMatchObject({
      title: "New",
      version: 1
    })
    expect((await edit({ title: "Other", expectedVersion: 0 })).json.error).toMatchObject({
      code: "conflict"
    })
    expect((await edit({ details: "Text", expectedVersion: 0 })).json.data).toMatchObject({
      title: "New",
      details: "Text",
      version: 2
    })
    const wrong = await edit({ date: "2024-02-30" })
    expect(wrong.json.error).toMatchObject({ code: "validation", fields: [{ path: "date" }] })
    // A date may also be just a year, because many items have no exact date.
    expect((await edit({ date: "2024" })).json.data).toMatchObject({ date: "2024" })
    expect((await edit({ date: null })).json.data).toMatchObject({ date: null })
    // No item has a negative version, so the error is a validation error and not a conflict.
    expect((await edit({ title: "x", expectedVersion: -1 })).json.error).toMatchObject({
      code: "validation",
      fields: [{ path: "expectedVersion", message: "Must not be negative." }]
    })
    // The sort title exceeds its maximum length and would be cut in the middle of a surrogate pair.
    expect((await edit({ title: `x${"1🎬".repeat(160)}` })).status).toBe(200)
    expect((await edit({ title: `A ${kind}`, details: null })).json.data).toMatchObject({ details: null })
  })

  it("returns the item to the caller who marks it NSFW, but hides it from later requests", async () => {
    const show = (showNsfw: boolean) =>
      server.request("PATCH", "/api/auth/me", { token: admin, body: { showNsfw } })
    const mark = (isNsfw: boolean) => server.request("PATCH", at(), { token: admin, body: { isNsfw } })
    await show(false)
    expect((await mark(true)).json.data).toMatchObject({ isNsfw: true })
    expect((await server.get(at(), admin)).status).toBe(404)
    expect((await mark(false)).status).toBe(404)
    await show(true)
    expect((await mark(false)).json.data).toMatchObject({ isNsfw: false })
  })

  it("stores the rating and favorite flag of each account separately", async () => {
    const put = (what: string, token: string, body?: object) =>
      server.request("PUT", `${at()}/${what}`, { token, ...(body === undefined ? {} : { body }) })
    expect((await put("rating", member, { rating: 80 })).status).toBe(200)
    expect((await put("favorite", member)).status).toBe(200)
    expect((await put("favorite", stranger)).status).toBe(404)
    expect((await put("rating", member, { rating: 101 })).json.error).toMatchObject({ code: "validation" })
    const userStateOf = async (token: string) => {
      const { isFavorite, rating } = (await server.get(at(), token)).json.data.userState
      return { isFavorite, rating }
    }
    expect(await userStateOf(member)).toEqual({ isFavorite: true, rating: 80 })
    expect((await page(member)).items[0].userState).toMatchObject({ isFavorite: true, rating: 80 })
    expect(await userStateOf(admin)).toEqual({ isFavorite: false, rating: null })
    expect((await server.request("DELETE", `${at()}/favorite`, { token: member })).status).toBe(200)
    expect((await put("rating", member, { rating: null })).status).toBe(200)
    expect(await userStateOf(member)).toEqual({ isFavorite: false, rating: null })
  })
})

describe("a bulk edit", () => {
  const edit = (body: object, token = admin) => server.request("PATCH", "/api/items", { token, body })

  it("changes items of several kinds at once, even if some items fail", async () => {
    const unknown = uuidv7()
    const all = [...ids.values()]
    const first = await edit({ ids: [...all, unknown, all[0]], changes: { isOrganized: { set: true } } })
    expect(first.json.data).toMatchObject({ changed: kinds.length, unchanged: 0, skipped: [{ id: unknown }] })
    expect((await edit({ ids: all, changes: { isOrganized: { set: true } } })).json.data).toMatchObject({
      changed: 0,
      unchanged: kinds.length,
      skipped: []
    })
    for (const { kind, path } of kinds) {
      expect((await server.get(`${path}/${ids.get(kind)}`, admin)).json.data.isOrganized).toBe(true)
      expect((await server.get(`${path}?isOrganized=true`, admin)).json.data.total).toBe(1)
    }
    const batch = await server.rows(
      "select count(*)::int as n from events where type = 'item.edited.v1' and meta->>'batchId' = $1",
      [first.json.data.batchId]
    )
    expect(batch).toEqual([{ n: kinds.length }])
  })

  it("requires an administrator and at least one item", async () => {
    expect((await edit({ ids: [uuidv7()], changes: { isNsfw: { set: true } } }, member)).status).toBe(403)
    expect((await edit({ ids: [], changes: {} })).status).toBe(400)
    expect((await edit({ ids: [uuidv7()], changes: { size: { set: 1 } } })).status).toBe(400)
  })
})
