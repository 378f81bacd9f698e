import { endpoints } from "@media/api/EndpointTable"
import { call } from "@media/testkit/HttpCall"
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { pulse } from "./support/Clients.ts"
import { type Baseline, baselineOf, doctor } from "./support/Doctor.ts"
import { tinyVideo, variantOf } from "./support/SampleVideos.ts"
import { openFiles } from "./support/Processes.ts"
import { Product } from "./support/Product.ts"
import { byLength, eventually, seen, sleep } from "./support/Time.ts"

let product: Product
let videoId: string
let baseline: Baseline
beforeAll(async () => {
  product = await Product.start("clients")
  writeFileSync(join(product.media, "big.mp4"), variantOf(readFileSync(await tinyVideo()), 30_000_000))
  const { id } = await product.addLibrary()
  await product.scanned(id)
  videoId = (await product.rows("select id from items v join item_files f on f.item_id = v.id"))[0].id
  await product.get("/api/videos")
  baseline = baselineOf(product)
})
afterAll(() => product?.stop())

/** Sends a request over its own socket, and then reads the response at the given rate, or not at all. */
const slowClient = (bytesPerSecond: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(product.port, "127.0.0.1", () => {
      socket.write(
        `GET /api/video-stream/${videoId}/source HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${product.token}\r\n\r\n`
      )
      socket.pause()
      const timer = setInterval(() => socket.read(bytesPerSecond), 1_000)
      socket.on("close", () => clearInterval(timer))
      resolve(socket)
    })
    socket.on("error", reject)
  })

it("F27 responds to other clients while hundreds of clients read very slowly", async () => {
  const count = byLength(200, 500)
  const arrival = pulse(async () => (await product.get("/api/health")).status)
  const sockets = await Promise.all(Array.from({ length: count }, () => slowClient(1_024)))
  // The kernel buffers some megabytes for each client, so the clients seem fast until these buffers are full.
  await eventually("the burst is over", async () => {
    const begin = performance.now()
    await product.get("/api/health")
    return performance.now() - begin < 200
  })
  await sleep(1_000)
  const burst = await arrival.stop()
  const pages = pulse(async () => (await product.get("/api/videos")).status)
  const bytes = pulse(async () => {
    const reply = await product.call("GET", `/api/video-stream/${videoId}/source`, {
      headers: { range: "bytes=0-99999" }
    })
    return reply.bytes.length === 100_000 ? 200 : reply.status
  })
  const login = pulse(async () => ((await product.login()) === "" ? 0 : 200))
  await sleep(byLength(2_500, 60_000))
  const during = baselineOf(product).server
  const results = [await pages.stop(), await bytes.stop(), await login.stop()]
  for (const socket of sockets) socket.destroy()
  await eventually(
    "their files are closed",
    () => openFiles(product.server()!) <= baseline.server.files + 20,
    10_000
  )
  seen(
    "F27",
    `${count} slow clients: health at worst ${burst.slowestMs} ms while they arrive; then pages ${results[0]!.slowestMs} ms, ranges ${results[1]!.slowestMs} ms, logins ${results[2]!.slowestMs} ms at worst; server ${during.megabytes} MB, ${during.files} files (${baseline.server.megabytes} MB, ${baseline.server.files} before)`
  )
  for (const { bad, slowestMs } of results) expect([bad, slowestMs < 1_500]).toEqual([0, true])
  expect(burst.bad).toBe(0)
  expect(during.megabytes).toBeLessThan(baseline.server.megabytes + byLength(450, 1_000))
  expect(await doctor(product)).toEqual([])
})

it("F27 accepts new connections despite incomplete requests and protocol errors", async () => {
  const openings = [
    "GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    "GET /api/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    `GET /${"a".repeat(30_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "GARBAGE\r\n\r\n"
  ]
  const sockets = Array.from({ length: 140 }, (_, n) => {
    const socket = connect(product.port, "127.0.0.1", () => socket.write(openings[n % openings.length]!))
    socket.on("error", () => undefined)
    socket.resume()
    return socket
  })
  const server = product.server()
  const health = pulse(async () => (await product.get("/api/health")).status)
  await sleep(1_500)
  const result = await health.stop()
  for (const socket of sockets) socket.destroy()
  expect([result.bad, result.slowestMs < 1_000, product.server()]).toEqual([0, true, server])
})

const limitFiles = (pid: number, soft: number): boolean =>
  spawnSync("prlimit", ["--pid", String(pid), `--nofile=${soft}:`]).status === 0

it("F15 survives when it runs out of file descriptors", async (context) => {
  const server = product.server()!
  const used = openFiles(server)
  if (!limitFiles(server, used + 12)) return context.skip("no prlimit here")
  const sockets: Array<Socket> = []
  try {
    for (let n = 0; n < 60; n++) {
      const socket = connect(product.port, "127.0.0.1")
      socket.on("error", () => undefined)
      sockets.push(socket)
    }
    await sleep(500)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        Promise.race([
          product.get("/api/videos").then(
            ({ status }) => status,
            () => "refused"
          ),
          sleep(2_000).then(() => "waits")
        ])
      )
    )
    seen("F15", `${used} files in use, limit ${used + 12}, 60 more connections: ${answers.join(" ")}`)
  } finally {
    for (const socket of sockets) socket.destroy()
    limitFiles(server, 65_536)
  }
  await eventually("answers again", async () => (await product.get("/api/videos")).status === 200)
  const source = await product.call("GET", `/api/video-stream/${videoId}/source`, {
    headers: { range: "bytes=0-9" }
  })
  expect([source.status, product.server()]).toEqual([206, server])
  expect(await doctor(product)).toEqual([])
})

it("never returns data without a session, even if the path of a route is manipulated", async () => {
  const someId = videoId
  const plain = [...new Set(endpoints.map(({ path }) => path))].map((path) =>
    path.replace(":queueName", "library-scan").replace(/:\w+/g, someId).replace("*", "master.m3u8")
  )
  // The description of how to sign in is public.
  const isPublic =
    /^(\/api\/(health|session|system\/status|auth\/(setup|setup-status|login))|\/opds\/v2\/auth)$/
  const tricks: ReadonlyArray<(path: string) => string> = [
    (path) => path.toUpperCase(),
    (path) => path.replace("/api", "/Api"),
    (path) => path.replace("/api", "//api"),
    (path) => path.replace("/api/", "/api//"),
    (path) => path.replace("/api", "/%61pi"),
    (path) => path.replace("/api", "/%2561pi"),
    (path) => path.replace("/api", "/./api"),
    (path) => path.replace("/api", "/assets/../api"),
    (path) => path.replace("/api", "/assets/..%2fapi"),
    (path) => path.replace("/api", "/api/health/../../api"),
    (path) => path.replace("/api", "/api/health/..%2f"),
    (path) => path.replace("/api", "/api;x=1"),
    (path) => path.replace("/api", "\\api"),
    (path) => `${path}/`,
    (path) => `${path}?next=/api/health`,
    (path) => `${path}#/api/health`,
    (path) => `${path}%00`,
    (path) => `${path}%0d%0aX-Y:z`,
    (path) => `${path};.css`,
    (path) => `${path}.css`,
    (path) => `http://evil.example${path}`,
    (path) => `/api/health?x=${path}`
  ]
  const page = await product.call("GET", "/", { token: undefined })
  const wrong: Array<string> = []
  let asked = 0
  for (const path of plain) {
    if (isPublic.test(path)) continue
    for (const trick of tricks) {
      const target = trick(path)
      const reply = await call(product.origin, "GET", target).catch(() => undefined)
      asked += 1
      if (reply === undefined || [400, 401, 404, 405, 414].includes(reply.status)) continue
      if (reply.status === 200 && reply.text === page.text) continue
      // The URL of a catalog with a trailing slash redirects to the URL without the slash, which requires
      // authentication.
      if (reply.status === 308 && reply.text === "" && target === `${path}/`) continue
      if (target.startsWith("/api/health?") && reply.status === 200) continue
      wrong.push(`${target}: ${reply.status} ${reply.text.slice(0, 80)}`)
    }
  }
  seen("T1", `${asked} requests to ${plain.length} paths`)
  expect(wrong).toEqual([])
})

it("returns neither internal files nor files outside the cache for manipulated paths below /hls/", async () => {
  const tails = [
    "../../../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "..%252f..%252fetc%252fpasswd",
    "180p_0.ts%00.m3u8",
    "180p_0.ts/../metadata.json",
    "metadata.json",
    "generation.json",
    ".180p_0.short",
    "180p_-1.ts",
    "180p_1e9.ts",
    "180p_99999999999999999999.ts",
    "00180p_0.ts",
    "180P_0.TS",
    "%2e%2e/source",
    "C:\\windows\\win.ini"
  ]
  for (const tail of tails) {
    const reply = await product.get(`/api/video-stream/${videoId}/hls/${tail}`)
    expect([tail, reply.status === 404 || reply.status === 400]).toEqual([tail, true])
    expect(reply.text).not.toMatch(/root:|generation|sizeBytes/)
  }
})
