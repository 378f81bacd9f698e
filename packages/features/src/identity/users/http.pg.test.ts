import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: { readonly token: string; readonly id: string }
let library: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.setup()
  library = await makeLibrary(server, { name: "Ours" })
})
afterAll(() => server.stop())

const password = "correct horse"
const as = (token: string) => (method: string, target: string, body?: unknown) =>
  server.request(method, target, { token, ...(body === undefined ? {} : { body }) })
const ask = (method: string, target: string, body?: unknown) => as(admin.token)(method, target, body)
const create = async (username: string, fields: object = {}) => {
  const { json, status } = await ask("POST", "/api/users", { username, password, ...fields })
  expect([status, json.error]).toEqual([201, undefined])
  return json.data as { readonly id: string; readonly username: string }
}
const code = ({ json, status }: Awaited<ReturnType<typeof ask>>) => [status, json.error?.code]

describe("user management", () => {
  it("lets an administrator create a member who can sign in and see the granted libraries", async () => {
    const made = await create("ada", { displayName: " Ada ", libraryIds: [library, library] })
    expect(made).toMatchObject({
      ...{ username: "ada", displayName: "Ada", role: "member", enabled: true },
      ...{ allowNsfw: false, showNsfw: true, mayCreateLibraries: false, libraryIds: [library] }
    })
    const token = await server.signIn("ADA", password)
    expect((await server.get("/api/libraries", token)).json.data.items).toHaveLength(1)
    expect((await ask("GET", `/api/users/${made.id}`)).json.data.lastLoginAt).not.toBeNull()
    const { items, total } = (await ask("GET", "/api/users?perPage=1&page=2")).json.data
    expect([items.length, total]).toEqual([1, 2])
  })

  it("rejects an existing username in any spelling", async () => {
    await create("Grace")
    for (const username of ["grace", "GRACE", "Ｇrace"])
      expect(code(await ask("POST", "/api/users", { username, password }))).toEqual([409, "username_taken"])
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => ask("POST", "/api/users", { username: "twice", password }))
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it("creates one account for a repeated idempotency key, without storing the password", async () => {
    const send = (body: object) =>
      server.request("POST", "/api/users", {
        token: admin.token,
        headers: { "idempotency-key": "018f0000-0000-7000-8000-000000000001" },
        body: { username: "once", password, ...body }
      })
    const [first, again] = [await send({}), await send({})]
    expect([first.status, again.status, again.json.data.id]).toEqual([201, 201, first.json.data.id])
    expect(code(await send({ role: "administrator" }))).toEqual([422, "idempotency_key_reused"])
    expect(JSON.stringify(await server.rows("select data from events"))).not.toContain(password)
  })

  it("applies changed permissions immediately", async () => {
    const { id } = await create("rights")
    const token = await server.signIn("rights", password)
    const video = await makeVideo(server, { libraryId: library })
    const seen = async () => (await server.get(`/api/videos/${video}`, token)).status
    expect(await seen()).toBe(404)
    const patch = { libraryIds: [library], allowNsfw: true, mayCreateLibraries: true, displayName: "R" }
    expect((await ask("PATCH", `/api/users/${id}`, patch)).json.data).toMatchObject(patch)
    expect(await seen()).toBe(200)
    await ask("PATCH", `/api/users/${id}`, { libraryIds: [] })
    expect(await seen()).toBe(404)
    await ask("PATCH", `/api/users/${id}`, { role: "administrator" })
    expect((await server.get("/api/users", token)).status).toBe(200)
    await ask("PATCH", `/api/users/${id}`, { role: "member" })
    expect((await server.get("/api/users", token)).status).toBe(403)
  })

  it("permanently ends the sessions of a disabled account", async () => {
    const { id } = await create("away")
    const token = await server.signIn("away", password)
    await ask("PATCH", `/api/users/${id}`, { enabled: false })
    expect((await server.get("/api/auth/me", token)).status).toBe(401)
    const attempt = () => server.request("POST", "/api/auth/login", { body: { username: "away", password } })
    expect(code(await attempt())).toEqual([401, "invalid_credentials"])
    await ask("PATCH", `/api/users/${id}`, { enabled: true })
    expect((await server.get("/api/auth/me", token)).status).toBe(401)
    expect((await attempt()).status).toBe(200)
  })

  it("ends all sessions of an account when an administrator resets its password", async () => {
    const { id } = await create("forgot")
    const token = await server.signIn("forgot", password)
    const newPassword = "battery staple"
    expect((await ask("POST", `/api/users/${id}/password`, { newPassword })).json.data).toBeNull()
    expect((await server.get("/api/auth/me", token)).status).toBe(401)
    expect(await server.signIn("forgot", newPassword)).toMatch(/^[\w-]{43}$/)
  })

  it("lists and ends sessions only through the route of the account that they belong to", async () => {
    const { id } = await create("devices")
    const token = await server.signIn("devices", password)
    const [session] = (await ask("GET", `/api/users/${id}/sessions`)).json.data.items
    expect(session).toMatchObject({ isCurrent: false })
    expect((await ask("DELETE", `/api/users/${admin.id}/sessions/${session.id}`)).status).toBe(404)
    expect((await ask("DELETE", `/api/users/${id}/sessions/${session.id}`)).status).toBe(200)
    expect((await server.get("/api/auth/me", token)).status).toBe(401)
  })

  it("rejects invalid requests and unknown accounts with an error code", async () => {
    const { id } = await create("wrong")
    const unknown = "018f0000-0000-7000-8000-00000000dead"
    const refused: ReadonlyArray<readonly [unknown, string, string, unknown?]> = [
      [[400, "validation"], "PATCH", `/api/users/${id}`, { libraryIds: [unknown] }],
      [[400, "validation"], "PATCH", `/api/users/${id}`, { libraryIds: ["x"] }],
      [[400, "validation"], "PATCH", `/api/users/${id}`, { username: "other" }],
      [[400, "validation"], "PATCH", `/api/users/${id}`, { displayName: "  " }],
      [[400, "validation"], "POST", "/api/users", { username: "a b", password: "short" }],
      [[400, "validation"], "POST", `/api/users/${id}/password`, { newPassword: "short" }],
      ...["GET", "PATCH", "DELETE"].flatMap((method) =>
        [unknown, "x"].map((other) => {
          const body = method === "PATCH" ? {} : undefined
          return [[404, "not_found"], method, `/api/users/${other}`, body] as const
        })
      )
    ]
    for (const [expected, method, target, body] of refused)
      expect([target, code(await ask(method, target, body))]).toEqual([target, expected])
  })
})

describe("a deleted account", () => {
  it("leaves behind only its events and libraries", async () => {
    const { id } = await create("leaving", { libraryIds: [library], mayCreateLibraries: true })
    const token = await server.signIn("leaving", password)
    const video = await makeVideo(server, { libraryId: library })
    await as(token)("PUT", `/api/videos/${video}/favorite`)
    await as(token)("PUT", `/api/videos/${video}/progress`, { position: 30, duration: 100 })
    const made = await as(token)("POST", "/api/libraries", {
      ...{ name: "Made", contents: ["videos"], roots: [{ path: server.media }] }
    })
    expect(made.status).toBe(201)
    const tables = await server.rows(`
      select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.column_name = 'account_id' and t.table_type = 'BASE TABLE' and c.table_schema = 'public'`)
    const rowsOf = async () => {
      const left: Array<string> = []
      for (const { name } of tables) {
        const rows = await server.rows(`select 1 from ${String(name)} where account_id = $1`, [id])
        if (rows.length > 0) left.push(String(name))
      }
      return left.sort()
    }
    expect(await rowsOf()).toEqual(expect.arrayContaining(["credentials", "sessions", "user_items"]))
    expect((await ask("DELETE", `/api/users/${id}`)).json.data).toBeNull()
    expect(await rowsOf()).toEqual([])
    expect((await server.get("/api/auth/me", token)).status).toBe(401)
    expect((await ask("GET", `/api/users/${id}`)).status).toBe(404)
    expect((await ask("GET", `/api/libraries/${made.json.data.id}`)).status).toBe(200)
    const [last] = await server.rows(
      "select type, data, meta ->> 'actor' as actor from events where stream_id = $1 order by version desc limit 1",
      [id]
    )
    expect(last).toEqual({
      ...{ type: "account.deleted.v1", actor: admin.id },
      data: { username: "leaving", displayName: "leaving" }
    })
  })

  it("frees its username for a new account with a different id", async () => {
    const first = await create("again", { libraryIds: [library] })
    await ask("DELETE", `/api/users/${first.id}`)
    const second = await create("Again")
    expect(second).toMatchObject({ username: "Again", libraryIds: [] })
    expect(second.id).not.toBe(first.id)
  })
})

describe("a member", () => {
  it("cannot manage accounts or give themselves more permissions", async () => {
    const { id, token } = await server.account({ username: "curious" })
    const request = as(token)
    for (const [method, target, body] of [
      ["GET", "/api/users"],
      ["POST", "/api/users", { username: "x", password }],
      ["GET", `/api/users/${id}`],
      ["PATCH", `/api/users/${id}`, { role: "administrator" }],
      ["DELETE", `/api/users/${admin.id}`],
      ["POST", `/api/users/${id}/password`, { newPassword: password }],
      ["GET", `/api/users/${id}/sessions`],
      ["PUT", "/api/session/view", { userId: id }],
      ["DELETE", "/api/session/view"]
    ] as const)
      expect([target, code(await request(method, target, body))]).toEqual([target, [403, "admin_required"]])
    for (const field of ["role", "enabled", "allowNsfw", "mayCreateLibraries", "libraryIds", "username"])
      expect((await request("PATCH", "/api/auth/me", { [field]: true })).status).toBe(400)
    const before = (await request("GET", "/api/auth/me")).json.data
    expect((await request("PATCH", "/api/auth/me", { showNsfw: true })).json.data).toEqual(before)
    expect(before.allowNsfw).toBe(false)
  })
})

it("removes a deleted library from the accounts with access to it", async () => {
  const made = await ask("POST", "/api/libraries", {
    ...{ name: "Gone", contents: ["videos"], roots: [{ path: `${server.folder}/web` }] }
  })
  const { id: libraryId } = made.json.data
  const { id } = await create("granted", { libraryIds: [libraryId, library] })
  await ask("DELETE", `/api/libraries/${libraryId}`)
  expect((await ask("GET", `/api/users/${id}`)).json.data.libraryIds).toEqual([library])
  expect((await ask("PATCH", `/api/users/${id}`, { libraryIds: [libraryId, library] })).status).toBe(400)
})
