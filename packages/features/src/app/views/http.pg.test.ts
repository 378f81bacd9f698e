import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: { readonly token: string; readonly id: string }
let tom: { readonly token: string; readonly id: string }
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  mia = await server.account({ username: "mia" })
  tom = await server.account({ username: "tom" })
})
afterAll(() => server.stop())

const create = (token: string, body: object = {}) =>
  server.request("POST", "/api/views", {
    token,
    body: { name: "Long", page: "videos", text: "duration>1h", ...body }
  })
const list = async (token: string) => (await server.get("/api/views", token)).json.data
const change = (token: string, id: string, body: object) =>
  server.request("PATCH", `/api/views/${id}`, { token, body })
const remove = (token: string, id: string) => server.request("DELETE", `/api/views/${id}`, { token })

it("hides a stored view from all other accounts", async () => {
  const { json, status } = await create(mia.token, { columns: ["title"], sort: "-createdAt", isPinned: true })
  expect(status).toBe(201)
  expect(json.data).toMatchObject({
    ...{ name: "Long", page: "videos", text: "duration>1h", columns: ["title"], layout: null },
    ...{ sort: "-createdAt", isPinned: true, isShared: false, isOwn: true }
  })
  const { id } = json.data
  expect(await list(mia.token)).toEqual([json.data])
  expect(await list(tom.token)).toEqual([])
  for (const other of [tom.token, admin]) {
    expect((await change(other, id, { name: "Mine" })).status).toBe(404)
    expect((await remove(other, id)).status).toBe(404)
  }
  expect((await change(mia.token, id, { name: "Longer", columns: null })).json.data).toMatchObject({
    ...{ name: "Longer", columns: null, text: "duration>1h" }
  })
  expect((await remove(mia.token, id)).status).toBe(200)
  expect(await list(mia.token)).toEqual([])
})

it("returns the position of the error in an invalid query", async () => {
  const { json, status } = await create(mia.token, { text: "resolution:big" })
  expect([status, json.error.code]).toEqual([400, "validation"])
  expect(json.error.details).toMatchObject([{ position: 11, length: 3 }])
  expect((await create(mia.token, { text: "x".repeat(10_241) })).status).toBe(400)
  expect(await list(mia.token)).toEqual([])
})

it("shares views of administrators with all accounts, read-only", async () => {
  expect((await create(mia.token, { isShared: true })).json.error.code).toBe("admin_required")
  const { id } = (await create(admin, { isShared: true })).json.data
  expect(await list(tom.token)).toMatchObject([{ id, isShared: true, isOwn: false }])
  for (const reply of [await change(tom.token, id, { name: "Mine" }), await remove(tom.token, id)])
    expect([reply.status, reply.json.error.code]).toEqual([403, "admin_required"])
  await change(admin, id, { isShared: false })
  expect(await list(tom.token)).toEqual([])
  await remove(admin, id)
})

it("stores at most 200 views per account", async () => {
  for (let n = 0; n < 200; n += 1) expect((await create(tom.token, { name: `View ${n}` })).status).toBe(201)
  expect((await create(tom.token)).json.error.code).toBe("conflict")
  await server.request("DELETE", `/api/users/${tom.id}`, { token: admin })
  expect(await server.rows("select id from saved_views where account_id = $1", [tom.id])).toEqual([])
})
