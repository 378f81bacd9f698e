import { chmodSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isDeclared, reachOf } from "./DeclaredHosts.ts"
import { inspectMachine } from "./Machine.ts"
import { buildDriver, type Drivers } from "./testing/drive.ts"
import { marked } from "./testing/marked.ts"
import type { Question } from "./testing/Question.ts"

const MARK = `sandbox-connections-${process.pid}`
const machine = inspectMachine()
const way = { by: "namespaces", isFiltered: machine.perl !== undefined } as const
const asStranger = process.getuid?.() === 0

/** Returns a program that sends requests to the proxy in every way that programs use, and prints the responses. */
const asks = (port: number) =>
  `
const http = require("node:http")
const proxy = new URL(process.env.HTTP_PROXY)
const answers = {}
const plain = (url, options = {}) => new Promise((resolve) => {
  const request = http.request({ host: proxy.hostname, port: proxy.port, path: url, headers: { host: new URL(url).host }, agent: false, ...options }, (response) => {
    let text = ""
    response.on("data", (chunk) => (text += chunk)).on("end", () => resolve(response.statusCode + text))
  })
  request.on("error", () => resolve("failed")).end(options.body)
})
const connect = (path) => new Promise((resolve) => {
  http.request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path, agent: false })
    .on("connect", (response, socket) => {
      if (response.statusCode !== 200) return socket.destroy(), resolve(String(response.statusCode))
      let text = ""
      socket.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text.split("\\r\\n\\r\\n")[1]))
      socket.write("GET /inner HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n")
    }).on("error", () => resolve("failed")).end()
})
const main = async () => {
  answers.plain = await plain("http://declared.test:${port}/page")
  answers.post = await plain("http://sub.wild.test:${port}/page", { method: "POST", body: "text", headers: { "content-length": 4 } })
  answers.undeclared = await plain("http://other.test:${port}/page")
  answers.address = await plain("http://127.0.0.1:${port}/page")
  answers.metadata = await plain("http://169.254.169.254/latest")
  answers.connect = await connect("declared.test:${port}")
  answers.connectPort = await connect("declared.test:22")
  answers.connectOther = await connect("other.test:443")
  answers.own = await plain("/own", { host: "127.0.0.1", port: 8123, headers: {} }).catch((error) => error.message)
  console.log(JSON.stringify(answers))
}
main()`.replace("new URL(url).host", 'url.startsWith("/") ? "x" : new URL(url).host')

describe.skipIf(process.platform !== "linux" || machine.unshare === undefined)("a sandboxed program", () => {
  let drivers: Drivers
  let port = 0
  const seen: Array<string> = []
  const outer = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim())
    response.end(` hello ${request.url}`)
  })
  const own = createServer((_request, response) => response.end(" own"))
  beforeAll(async () => {
    drivers = await buildDriver()
    await new Promise<void>((resolve) => outer.listen(0, "127.0.0.1", resolve))
    port = (outer.address() as AddressInfo).port
    const path = join(drivers.folder, "own.sock")
    await new Promise<void>((resolve) => own.listen(path, resolve))
    chmodSync(path, 0o666)
  })
  afterAll(() => {
    outer.close()
    own.close()
    rmSync(drivers.folder, { recursive: true, force: true })
  })

  it("can connect only to declared hosts and to its own socket", async (context) => {
    const question: Question = {
      way,
      allowed: [`declared.test:${port}`, `sub.wild.test:${port}`, `other.test:${port}`],
      runs: [
        {
          program: "node",
          args: ["-e", asks(port)],
          packageFolder: drivers.folder,
          hosts: ["declared.test", "*.wild.test", "169.254.169.254"],
          socket: { path: join(drivers.folder, "own.sock"), port: 8123 }
        }
      ]
    }
    const [reply] = await drivers.ask(question, asStranger)
    context.skip(reply?.failed !== undefined, reply?.failed)
    expect(reply?.lines).toEqual([])
    expect(JSON.parse(reply?.stdout ?? "")).toEqual({
      plain: "200 hello /page",
      post: "200 hello /page",
      undeclared: "403",
      address: "403",
      metadata: "403",
      connect: " hello /inner",
      connectPort: "403",
      connectOther: "403",
      own: "200 own"
    })
    expect(seen).toEqual(["GET /page", "POST /page", "GET /inner"])
  })

  it("is killed with all of its processes when its parent process is killed", async (context) => {
    const script = `setsid sh -c 'while :; do sleep 1; done; : ${MARK}' & echo up >&2; wait`
    const driver = drivers.start(
      {
        way,
        isTalking: true,
        runs: [{ program: "sh", args: ["-c", script], packageFolder: drivers.folder }]
      },
      asStranger
    )
    const line = await new Promise<string>((resolve) => {
      driver.stdout!.once("data", (chunk: Buffer) => resolve(chunk.toString()))
    })
    context.skip(line.includes("failed"), line)
    expect(line).toBe("up\n")
    expect(marked(MARK)).not.toEqual([])
    driver.kill("SIGKILL")
    await expect.poll(() => marked(MARK), { timeout: 20_000 }).toEqual([])
  })
})

it("compares complete host names and never parts of names", () => {
  const declared = ["example.org", "*.example.net"]
  expect(
    ["example.org", "EXAMPLE.org", "a.example.net", "a.b.example.net"].every((host) =>
      isDeclared(declared, host)
    )
  ).toBe(true)
  for (const host of [
    "an.example.org",
    "example.net",
    "notexample.org",
    "example.org.evil.test",
    "evilexample.net"
  ])
    expect(isDeclared(declared, host), host).toBe(false)
  expect(isDeclared(["*"], "any.test")).toBe(true)
})

it("allows private addresses only for explicitly allowed names", () => {
  const reach = reachOf({ hosts: ["api.example.org", "*"], privateHosts: ["nas.local:8080", "192.168.1.5"] })
  expect(reach("api.example.org", 443)).toBe("listed")
  expect(reach("other.example.org", 443)).toBe("public")
  expect([reach("NAS.local", 8080), reach("nas.local", 80)]).toEqual(["network", "public"])
  expect([reach("192.168.1.5", 22), reach("192.168.1.6", 22)]).toEqual(["network", "public"])
  expect(reachOf({ privateHosts: ["nas.local"] })("nas.local.evil.test", 80)).toBeUndefined()
  const refusing = reachOf({ hosts: ["*.example.org"], refusedHosts: ["ads.example.org"] })
  expect([refusing("ADS.example.org", 443), refusing("api.example.org", 443)]).toEqual([undefined, "listed"])
})
