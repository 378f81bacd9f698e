import { call } from "@media/testkit/HttpCall"
import { makeCertificate } from "@media/testkit/MakeCertificate"
import { makeVideo } from "@media/testkit/Rows"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { X509Certificate } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { truncate, writeFile } from "node:fs/promises"
import { Agent, request as httpsRequest } from "node:https"
import { connect as connectPlain } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect } from "node:tls"
import { afterAll, beforeAll, expect, it } from "vitest"
import { WebSocket } from "ws"

const folder = mkdtempSync(join(tmpdir(), "media-https-"))
const put = ({ cert, key }: { readonly cert: string; readonly key: string }) => {
  writeFileSync(join(folder, "tls.crt"), cert)
  writeFileSync(join(folder, "tls.key"), key)
}
const first = makeCertificate()
let server: TestServer
let token = ""
let cookie = ""
let authority = first.cert

beforeAll(async () => {
  put(first)
  server = await startTestServer({ environment: { MEDIA_TLS_CERT: folder } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
}
const secure = (method: string, path: string, body?: object, agent?: Agent) =>
  new Promise<Answer>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...(token === "" ? {} : { authorization: `Bearer ${token}` })
    }
    const options = { method, path, port: server.port, host: "127.0.0.1", ca: authority, headers }
    const sent = httpsRequest({ ...options, ...(agent === undefined ? {} : { agent }) }, (response) => {
      let heard = ""
      response.on("data", (chunk) => (heard += String(chunk)))
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: heard })
      )
    })
    sent.on("error", reject)
    sent.end(text)
  })
const dataOf = ({ text }: Answer) => JSON.parse(text).data

it("serves HTTPS with secure cookies and HSTS", async () => {
  const made = await secure("POST", "/api/auth/setup", { username: "root", password: "correct horse" })
  expect(made.status).toBe(201)
  expect(String(made.headers["set-cookie"])).toContain("Secure")
  expect(made.headers["strict-transport-security"]).toContain("max-age")
  cookie = String(made.headers["set-cookie"]).split(";")[0] ?? ""
  token = dataOf(made).accessToken
  expect((await secure("GET", "/api/auth/me")).status).toBe(200)
})

it("redirects HTTP requests to HTTPS, except for health checks", async () => {
  const page = await server.get("/videos?page=2")
  expect([page.status, page.headers.location]).toEqual([
    307,
    `https://127.0.0.1:${server.port}/videos?page=2`
  ])
  const login = await server.request("POST", "/api/auth/login", { body: { username: "root", password: "x" } })
  expect([login.status, login.json.error.code]).toEqual([403, "https_required"])
  expect((await server.get("/api/health")).status).toBe(200)
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/api/live`, { headers: { cookie } })
  socket.on("error", () => undefined)
  const refused = await new Promise((resolve) =>
    socket.once("unexpected-response", (_sent, response) => resolve(response.statusCode))
  )
  expect(refused).toBe(403)
})

it("sends live updates over HTTPS", async () => {
  const socket = new WebSocket(`wss://localhost:${server.port}/api/live`, {
    ca: authority,
    headers: { cookie, origin: `https://localhost:${server.port}` }
  })
  socket.on("open", () => socket.send(JSON.stringify({ t: "hello", v: 1 })))
  const heard = await new Promise((resolve, reject) => {
    socket.once("message", (data) => resolve(JSON.parse(String(data)).t))
    socket.once("error", reject)
  })
  expect(heard).toBe("snapshot")
  socket.terminate()
})

it("ends a download when the user's session ends", async () => {
  await writeFile(join(server.media, "video.mp4"), "")
  await truncate(join(server.media, "video.mp4"), 8 * 1024 ** 3)
  const library = dataOf(
    await secure("POST", "/api/libraries", {
      name: "Videos",
      contents: ["videos"],
      roots: [{ path: server.media }]
    })
  )
  const at = { libraryId: library.id, rootId: library.roots[0].id, path: "video.mp4" }
  const id = await makeVideo(server, at)
  const own = dataOf(await secure("POST", "/api/auth/login", { username: "root", password: "correct horse" }))
  let isCut = false
  let bytes = 0
  const sent = httpsRequest(
    {
      port: server.port,
      host: "127.0.0.1",
      ca: authority,
      path: `/api/video-stream/${id}/source?access_token=${own.accessToken}`
    },
    (response) => {
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        response.pause()
        setTimeout(() => response.resume(), 20)
      })
      response.on("error", () => (isCut = true))
    }
  )
  sent.on("error", () => (isCut = true))
  sent.end()
  await eventually(() => bytes > 100_000)
  await secure("DELETE", "/api/auth/sessions")
  await eventually(() => isCut)
})

const servedSerial = () =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port: server.port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.serialNumber ?? "")
      socket.destroy()
    })
    socket.on("error", reject)
  })
const serialOf = (cert: string) => new X509Certificate(cert).serialNumber

it("uses a renewed certificate without dropping connections", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: first.cert })
  const kept = async () => {
    const answer = await secure("GET", "/api/system/status", undefined, agent)
    return dataOf(answer).warnings as ReadonlyArray<string>
  }
  expect((await kept()).join()).not.toContain("certificate")
  const [socket] = Object.values(agent.freeSockets).flat()
  const second = makeCertificate()
  writeFileSync(join(folder, "tls.crt"), second.cert)
  await eventually(async () => (await kept()).join().includes("does not belong to the certificate"))
  expect(await servedSerial()).toBe(serialOf(first.cert))
  writeFileSync(join(folder, "tls.key"), second.key)
  await eventually(async () => (await servedSerial()) === serialOf(second.cert))
  expect((await kept()).join()).not.toContain("certificate")
  expect(Object.values(agent.freeSockets).flat()[0]).toBe(socket)
  authority = second.cert
  expect((await secure("GET", "/api/auth/me")).status).toBe(200)
  agent.destroy()
})

it("keeps serving requests while other connections stall or send garbage", async () => {
  const silent = Array.from({ length: 20 }, () => connectPlain(server.port, "127.0.0.1"))
  for (const [n, socket] of silent.entries()) {
    socket.on("error", () => undefined)
    socket.on("connect", () => n % 2 === 0 && socket.write(Buffer.from([0x16, 3, 1, 2, 0, 1])))
  }
  const broken = connectPlain(server.port, "127.0.0.1", () => broken.write(Buffer.alloc(2_000, 0x16)))
  broken.on("error", () => undefined)
  await new Promise((resolve) => broken.once("close", resolve))
  expect((await secure("GET", "/api/auth/me")).status).toBe(200)
  expect((await call(server.origin, "GET", "/api/health")).status).toBe(200)
  for (const socket of silent) socket.destroy()
})
