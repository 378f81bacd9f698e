import { openLive } from "@media/testkit/LiveClient"
import { makeVideo } from "@media/testkit/Rows"
import {
  BEFORE_EXPIRY,
  notifiedOnly,
  eventually,
  startTestServer,
  type TestServer
} from "@media/testkit/TestServer"
import { truncate, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
/** A second server on the same database. */
let other: TestServer
let source: string
let libraryId: string

beforeAll(async () => {
  server = await startTestServer({ limits: notifiedOnly })
  other = await startTestServer({ environment: { DATABASE_URL: server.url }, limits: notifiedOnly })
  const { token } = await server.setup()
  await writeFile(join(server.media, "video.mp4"), "")
  await truncate(join(server.media, "video.mp4"), 8 * 1024 ** 3)
  const { json } = await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Videos", contents: ["videos"], roots: [{ path: server.media }] }
  })
  libraryId = json.data.id
  const id = await makeVideo(server, { libraryId, rootId: json.data.roots[0].id, path: "video.mp4" })
  source = `/api/video-stream/${id}/source`
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})

/** Starts a slow download of a few megabytes a second, which would take about an hour to complete. */
const download = (at: TestServer, token: string) =>
  new Promise<{ readonly isCut: () => boolean; readonly close: () => void }>((resolve, reject) => {
    let isCut = false
    const sent = request(`${at.origin}${source}`, { headers: { authorization: `Bearer ${token}` } })
    sent.on("response", (response) => {
      if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}`))
      response.on("data", () => {
        response.pause()
        setTimeout(() => response.resume(), 20)
      })
      response.on("error", () => (isCut = true))
      response.on("close", () => (isCut = true))
      resolve({ isCut: () => isCut, close: () => sent.destroy() })
    })
    sent.on("error", () => (isCut = true))
    sent.end()
  })

const everywhere = async (token: string) => {
  const sockets = [server, other].map(({ origin }) => openLive(origin, { token }))
  for (const socket of sockets) await socket.hello()
  return { sockets, downloads: await Promise.all([server, other].map((at) => download(at, token))) }
}

const areOver = async (token: string, { downloads, sockets }: Awaited<ReturnType<typeof everywhere>>) => {
  for (const at of [server, other])
    await eventually(async () => (await at.get("/api/auth/me", token)).status === 401, BEFORE_EXPIRY)
  for (const { isCut } of downloads) await eventually(isCut, BEFORE_EXPIRY)
  for (const socket of sockets) expect(await socket.closed()).toBe(4401)
}

it("ends all connections of a revoked session immediately on every server", async () => {
  const { token } = await server.account({ username: "revoked", libraryIds: [libraryId] })
  const { json } = await server.get("/api/auth/sessions", token)
  const open = await everywhere(token)
  await server.request("DELETE", `/api/auth/sessions/${json.data.items[0].id}`, { token })
  await areOver(token, open)
})

it("keeps the current device's download when the user signs out all other devices", async () => {
  const { token } = await server.account({ username: "two", libraryIds: [libraryId] })
  const lost = await server.signIn("two", "correct horse")
  const kept = await download(other, token)
  const open = await everywhere(lost)
  expect((await server.request("DELETE", "/api/auth/sessions", { token })).json.data).toEqual({ count: 1 })
  await areOver(lost, open)
  expect(kept.isCut()).toBe(false)
  kept.close()
})

it("ends all connections of other devices when the user changes the password", async () => {
  const { token } = await server.account({ username: "changer", libraryIds: [libraryId] })
  const lost = await server.signIn("changer", "correct horse")
  const open = await everywhere(lost)
  const body = { currentPassword: "correct horse", newPassword: "battery staple" }
  expect((await server.request("POST", "/api/auth/password", { token, body })).status).toBe(200)
  await areOver(lost, open)
})

it("ends the downloads of an account that loses access to the library or is disabled", async () => {
  const { id, token } = await server.account({ username: "narrowed", libraryIds: [libraryId] })
  const first = await download(other, token)
  await server.rows("update accounts set may_create_libraries = true, allow_nsfw = true where id = $1", [id])
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(first.isCut()).toBe(false)
  await server.rows("update accounts set library_ids = '{}' where id = $1", [id])
  await eventually(first.isCut, BEFORE_EXPIRY)
  expect((await other.get(source, token)).status).toBe(404)
  await server.rows("update accounts set library_ids = $2 where id = $1", [id, [libraryId]])
  await eventually(
    async () => (await other.get("/api/libraries", token)).json.data.items.length === 1,
    BEFORE_EXPIRY
  )
  const open = await everywhere(token)
  await server.rows("update accounts set enabled = false where id = $1", [id])
  await areOver(token, open)
})
