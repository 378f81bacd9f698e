import { openLive } from "@media/testkit/LiveClient"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { endpoints } from "@media/api/EndpointTable"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

let server: TestServer
let admin: { readonly token: string; readonly id: string }
let member: { readonly token: string; readonly id: string }
let ours: string
let shared: string
let hidden: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.setup()
  const granted = await makeLibrary(server, { name: "Granted" })
  ours = await makeLibrary(server, { name: "Hidden" })
  shared = await makeVideo(server, { libraryId: granted })
  hidden = await makeVideo(server, { libraryId: ours })
  member = await server.account({ username: "ada", libraryIds: [granted] })
})
afterAll(() => server.stop())
const ask = (method: string, target: string, body?: unknown, token = admin.token) =>
  server.request(method, target, { token, ...(body === undefined ? {} : { body }) })
const look = (userId = member.id) => ask("PUT", "/api/session/view", { userId })
beforeEach(async () => {
  await ask("DELETE", "/api/session/view")
})

describe("viewing the app as a member", () => {
  it("returns the same responses to the administrator as to the member", async () => {
    await ask("PUT", `/api/videos/${shared}/favorite`, undefined, member.token)
    expect((await look()).status).toBe(200)
    for (const target of [
      "/api/videos",
      "/api/videos?isFavorite=true",
      "/api/libraries",
      "/api/home",
      "/api/auth/me",
      `/api/videos/${shared}`,
      `/api/videos/${hidden}`,
      `/api/videos/${hidden}/thumbnail`,
      `/api/video-stream/${hidden}/source`,
      `/api/libraries/${ours}`,
      "/api/jobs",
      "/api/users"
    ]) {
      const [own, seen] = [await server.get(target, member.token), await server.get(target, admin.token)]
      expect([target, seen.status, seen.json ?? seen.text]).toEqual([
        target,
        own.status,
        own.json ?? own.text
      ])
    }
    const session = (await server.get("/api/session", admin.token)).json.data
    expect(session).toMatchObject({ user: { id: member.id }, viewer: { id: admin.id, username: "root" } })
    expect((await server.get("/api/session", member.token)).json.data.viewer).toBeNull()
    expect(JSON.stringify(session)).not.toContain(member.token)
  })

  it("rejects changes through every route", async () => {
    await look()
    const changes = endpoints.filter(({ method, path }) => !["GET", "HEAD"].includes(method) && !isOwn(path))
    expect(changes.length).toBeGreaterThan(40)
    for (const { method, path } of changes) {
      const target = path.replace(/:(\w+)/g, shared)
      const { json, status, text } = await ask(method, target, {})
      expect([method, target, status, json?.error?.code ?? text]).toEqual([
        ...[method, target, 403],
        expect.stringMatching(/view_only|cannot change anything/)
      ])
    }
  })

  it("records each view in the history, with the administrator and the member", async () => {
    await server.rows("delete from events where type like 'account.view-%'")
    await look()
    await look()
    await ask("DELETE", "/api/session/view")
    await ask("DELETE", "/api/session/view")
    expect(
      await server.rows(
        "select type, stream_id as whom, meta ->> 'actor' as who from events where type like 'account.view-%' order by position"
      )
    ).toEqual([
      { type: "account.view-started.v1", whom: member.id, who: admin.id },
      { type: "account.view-ended.v1", whom: member.id, who: admin.id }
    ])
  })

  it("ends a view without affecting other sessions", async () => {
    const other = await server.signIn("root", "correct horse")
    await look()
    expect((await server.get("/api/jobs", other)).status).toBe(200)
    await ask("DELETE", "/api/session/view")
    expect((await server.get("/api/jobs", admin.token)).status).toBe(200)
    await ask("PUT", "/api/session/view", { userId: member.id }, other)
    expect((await ask("POST", "/api/auth/logout", undefined, other)).status).toBe(200)
    expect((await server.get("/api/auth/me", other)).status).toBe(401)
    expect((await server.get("/api/auth/me", member.token)).status).toBe(200)
  })

  it("lets the administrator switch to another member, but not to an administrator", async () => {
    const next = await server.account({ username: "grace" })
    await look()
    await look(next.id)
    expect((await server.get("/api/auth/me", admin.token)).json.data.username).toBe("grace")
    const refused = await look(admin.id)
    expect([refused.status, refused.json.error.code]).toEqual([409, "conflict"])
    expect((await look("018f0000-0000-7000-8000-00000000dead")).status).toBe(404)
  })

  it("ends a view when either account changes its role or is deleted", async () => {
    const seen = async () => (await server.get("/api/auth/me", admin.token)).json.data.username
    const brief = await server.account({ username: "brief" })
    const other = await server.account({ username: "second", role: "administrator" })
    await look(brief.id)
    await ask("PATCH", `/api/users/${brief.id}`, { role: "administrator" }, other.token)
    expect(await seen()).toBe("root")
    await ask("PATCH", `/api/users/${brief.id}`, { role: "member" }, other.token)
    expect(await seen()).toBe("root")
    await look(brief.id)
    await ask("PATCH", `/api/users/${admin.id}`, { role: "member" }, other.token)
    expect(await seen()).toBe("root")
    await ask("PATCH", `/api/users/${admin.id}`, { role: "administrator" }, other.token)
    expect(await seen()).toBe("root")
    await look(brief.id)
    await ask("DELETE", `/api/users/${brief.id}`, undefined, other.token)
    expect(await seen()).toBe("root")
  })
})

/**
 * True for routes that a view does not block: routes that change only the session itself, and KOReader's registration,
 * which changes nothing.
 */
const isOwn = (path: string): boolean =>
  path === "/koreader/users/create" ||
  path === "/api/session/view" ||
  path.startsWith("/api/auth/log") ||
  path === "/api/auth/setup"

it("closes the viewer's open sockets when the view starts, switches or ends", async () => {
  const other = await server.account({ username: "third" })
  for (const change of [() => look(), () => look(other.id), () => ask("DELETE", "/api/session/view")]) {
    const client = openLive(server.origin, { token: admin.token })
    await client.hello()
    await change()
    expect(await client.closed()).toBe(4401)
    expect(client.received.at(-1)).toMatchObject({ t: "bye", reason: "role_changed" })
  }
})
