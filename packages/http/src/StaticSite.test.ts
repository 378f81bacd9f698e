import { publicAddress } from "@media/kernel/PublicAddress"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib"
import { call, type CallOptions } from "@media/testkit/HttpCall"
import { afterAll, beforeAll, expect, it } from "vitest"
import { loadStaticSite, type StaticSite } from "./StaticSite.ts"

const script = 'document.documentElement.dataset.theme = "dark"'
const style = "body { margin: 0 }"
const html = `<!doctype html><script>${script}</script><style>${style}</style><script src="/assets/a.js"></script>${"x".repeat(600)}`
const folder = mkdtempSync(join(tmpdir(), "site-"))

let server: Server
let origin = ""
const serving = (site: StaticSite) =>
  createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://host")
    if (!site.serve(pathname, request, response)) response.writeHead(404).end()
  })
const listen = async (one: Server) => {
  await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}
beforeAll(async () => {
  mkdirSync(join(folder, "web/assets"), { recursive: true })
  writeFileSync(join(folder, "secret.txt"), "secret")
  writeFileSync(join(folder, "web/index.html"), html)
  writeFileSync(join(folder, "web/assets/a.js"), "a;".repeat(400))
  writeFileSync(join(folder, "web/assets/packed.js"), "let b".repeat(200))
  writeFileSync(join(folder, "web/assets/packed.js.br"), brotliCompressSync("let b".repeat(200)))
  writeFileSync(join(folder, "web/icon.svg"), "<svg/>")
  server = serving(await Effect.runPromise(loadStaticSite(join(folder, "web"))))
  origin = await listen(server)
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const get = (target: string, how?: CallOptions) => call(origin, "GET", target, how)
const sha = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

it("allows only the page's own inline code in the content security policy", async () => {
  const { headers, text } = await get("/")
  expect(text).toBe(html)
  const policy = String(headers["content-security-policy"])
  expect(policy).toContain(`script-src 'self' ${sha(script)};`)
  expect(policy).toContain(`style-src 'self' ${sha(style)};`)
  expect(headers["cache-control"]).toBe("no-cache")
})

it.each(["/videos", "/videos/01900000", "/settings/users", "/index.html"])(
  "serves the page at %s",
  async (target) => {
    expect(await get(target)).toMatchObject({ status: 200, text: html })
  }
)

it.each([
  "/assets/b.js",
  "/assets/",
  "/favicon.ico",
  "/robots.txt",
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/web/index.html"
])("does not serve anything at %s", async (target) => {
  const reply = await get(target)
  expect(reply.text).not.toContain("secret")
  expect([reply.status, reply.text === html]).not.toEqual([200, false])
})

it("compresses assets and lets clients cache them forever", async () => {
  const plain = await get("/assets/a.js")
  expect(plain.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "content-length": "800"
  })
  const packed = await get("/assets/a.js", { headers: { "accept-encoding": "gzip" } })
  expect(packed.headers["content-encoding"]).toBe("gzip")
  expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
  expect(packed.bytes.length).toBeLessThan(100)
  const again = await get("/assets/a.js", { headers: { "if-none-match": String(plain.headers.etag) } })
  expect([again.status, again.text]).toEqual([304, ""])
  const head = await call(origin, "HEAD", "/assets/a.js")
  expect([head.status, head.headers["content-length"], head.text]).toEqual([200, "800", ""])
  expect(
    (await get("/icon.svg", { headers: { "accept-encoding": "gzip" } })).headers["content-encoding"]
  ).toBeUndefined()
})

it("sends Brotli files from the build to clients that support Brotli", async () => {
  const packed = await get("/assets/packed.js", { headers: { "accept-encoding": "gzip, br" } })
  expect(packed.headers["content-encoding"]).toBe("br")
  expect(brotliDecompressSync(packed.bytes).toString()).toBe("let b".repeat(200))
  expect((await get("/assets/packed.js.br")).status).toBe(404)
})

it("returns 404 for methods other than GET and HEAD, and if the site was not built", async () => {
  expect((await call(origin, "POST", "/")).status).toBe(404)
  const empty = serving(await Effect.runPromise(loadStaticSite(join(folder, "nowhere"))))
  expect((await call(await listen(empty), "GET", "/")).status).toBe(404)
  await new Promise((resolve) => empty.close(resolve))
})

const built = `<!doctype html><html lang="en" data-base="" data-api="/api"><link href="./icon.svg"><script>${script}</script><script src="./assets/a.js"></script>${"x".repeat(600)}</html>`

it("serves the page with the paths of the public URL, or of the server if it is requested directly", async () => {
  const siteFolder = join(folder, "site")
  mkdirSync(siteFolder)
  writeFileSync(join(siteFolder, "index.html"), built)
  const address = Either.getOrThrow(
    publicAddress("https://example.com/media", "https://api.example.com/v1/api")
  )
  const isPublic = ({ headers }: IncomingMessage) => headers.host === "example.com"
  const site = serving(await Effect.runPromise(loadStaticSite(siteFolder, { address, isPublic })))
  const at = await listen(site)
  const ask = (host: string, more = {}) => call(at, "GET", "/videos/1", { headers: { host, ...more } })

  const own = await ask("10.0.0.1")
  expect(own.text).toContain('data-base="" data-api="/api"><link href="/icon.svg">')
  expect(own.text).toContain('<script src="/assets/a.js">')
  expect(own.headers["content-security-policy"]).toContain("connect-src 'self';")

  const publicly = await ask("example.com")
  expect(publicly.text).toContain('data-base="/media" data-api="https://api.example.com/v1/api">')
  expect(publicly.text).toContain('<link href="/media/icon.svg">')
  expect(publicly.text).toContain('<script src="/media/assets/a.js">')
  const policy = String(publicly.headers["content-security-policy"])
  expect(policy).toContain("connect-src 'self' https://api.example.com wss://api.example.com;")
  expect(policy).toContain("img-src 'self' data: blob: https://api.example.com;")
  expect(policy).toContain("media-src 'self' blob: https://api.example.com;")
  expect(policy).toContain(`script-src 'self' ${sha(script)};`)
  expect(publicly.headers.etag).not.toBe(own.headers.etag)

  const packed = await ask("example.com", { "accept-encoding": "br" })
  expect(brotliDecompressSync(packed.bytes).toString()).toBe(publicly.text)
  await new Promise((resolve) => site.close(resolve))
})
