// A server of invented contents: `node dev/mock-server.mjs [port] [state]`, state `ready` (default), `setup` or `empty`.
// It serves dist/ with the content security policy of the real one. MOCK_RATE: job messages a second. MOCK_GROW: ms between new videos.
import { createHash } from "node:crypto"
import { readFileSync, existsSync } from "node:fs"
import { createServer } from "node:http"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { newId } from "./mock-data.mjs"
import { Fault, isSignedIn, live, routes } from "./mock-routes.mjs"

const port = process.argv[2] ?? "8008"
const dist = fileURLToPath(new URL("../dist", import.meta.url))

const answer = (method, url, body) => {
  for (const [verb, pattern, run] of routes) {
    const match = pattern.endsWith("*")
      ? url.pathname.startsWith(pattern.slice(0, -1)) && []
      : new RegExp(`^${pattern.replace(":id", "([^/]+)")}$`).exec(url.pathname)
    if (!match || (verb !== "*" && verb !== method)) continue
    const data = run({ id: match[1], query: url.searchParams, body })
    if (data !== undefined) return data
  }
  throw new Fault(404, "not_found", "There is no such route.")
}

const readPage = () =>
  existsSync(join(dist, "index.html")) ? readFileSync(join(dist, "index.html"), "utf8") : ""
const html = readPage()
const hashes = (tag) =>
  [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))]
    .map(([, text]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    .join(" ")
const policy = `default-src 'self'; script-src 'self' ${hashes("script")}; style-src 'self' ${hashes("style")}; img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
const types = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" }

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://mock")
  if (url.pathname.startsWith("/api/")) {
    let text = ""
    for await (const chunk of request) text += chunk
    const send = (status, payload, headers = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", "x-request-id": newId(), ...headers })
        .end(JSON.stringify(payload))
    try {
      const data = answer(request.method, url, text ? JSON.parse(text) : {})
      if (url.pathname === "/api/changelog")
        return void response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(data)
      return void send(200, { ok: true, data })
    } catch (fault) {
      return void send(
        fault.status ?? 500,
        { ok: false, error: { code: fault.code ?? "internal", message: fault.message } },
        fault.headers
      )
    }
  }
  const file = join(dist, url.pathname)
  if (types[extname(file)] && existsSync(file))
    return void response.writeHead(200, { "content-type": types[extname(file)] }).end(readFileSync(file))
  if (url.pathname.startsWith("/assets/")) return void response.writeHead(404).end()
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy })
    .end(readPage())
})
server.on("upgrade", (request, socket, head) => {
  if (!isSignedIn()) return void socket.destroy()
  live.server.handleUpgrade(request, socket, head, (client) => live.server.emit("connection", client))
})
server.listen(Number(port), "127.0.0.1")
