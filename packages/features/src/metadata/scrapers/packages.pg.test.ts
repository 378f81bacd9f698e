import { madeArchive, type MadeEntry } from "@media/archives/testing/MadeArchive"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

const served = new Map<string, Buffer | string>()
let website: Server
let index = ""
let server: TestServer
let admin = ""
let folder = ""

beforeAll(async () => {
  website = createServer((request, response) => {
    const body = served.get(request.url ?? "")
    const type = request.url?.endsWith(".yml") === true ? "text/yaml" : "application/zip"
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body)
  })
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(website.address() as AddressInfo).port}`
  index = `http://${host}/index.yml`
  server = await startTestServer({ environment: { MEDIA_ALLOW_PRIVATE_FETCH: host } })
  admin = (await server.setup()).token
  folder = join(server.folder, "data/scrapers")
})
afterAll(async () => {
  await server.stop()
  website.close()
})

const send = (method: string, path: string, body?: object) =>
  server.request(method, `/api/${path}`, { token: admin, ...(body === undefined ? {} : { body }) })
const zip = (...entries: ReadonlyArray<MadeEntry>) => madeArchive({ entries })
const scraper = (
  name: string
) => `name: ${name}\nsceneByURL: [{action: scrapeXPath, url: [${name}], scraper: one}]
xPathScrapers: {one: {scene: {Title: //h1}}}\n`
const offer = (id: string, bytes: Buffer, { date = "2025-01-01", requires = "" } = {}) => {
  served.set(`/${id}.zip`, bytes)
  return `- {id: ${id}, name: The ${id}, version: v1, date: ${date} 00:00:00, path: ${id}.zip, requires: [${requires}],
    sha256: ${createHash("sha256").update(bytes).digest("hex")}, metadata: {description: About ${id}}}\n`
}
const upload = (name: string, content: Buffer | string) =>
  server.request("POST", "/api/scraper-packages/upload", {
    token: admin,
    headers: { "content-type": "multipart/form-data; boundary=cut" },
    body: Buffer.concat([
      Buffer.from(`--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n--cut--\r\n")
    ])
  })
const ids = async () =>
  (await send("GET", "scrapers")).json.data.map(({ id, package: from }: Record<string, string>) => [id, from])

it("fetches a package index only when a request names it", async () => {
  const { json } = await send("GET", "scraper-packages")
  expect(json.data).toMatchObject({ installed: [], available: null })
  expect(json.data.indexes[0]).toMatch(/^https:\/\/stashapp\.github\.io\/.*\/index\.yml$/)
  served.set(
    "/index.yml",
    offer("boats", zip({ name: "Boats.yml", content: scraper("Boats") }), { requires: "common" }) +
      offer("common", zip({ name: "log.py", content: "" }), { requires: "boats" })
  )
  const listed = await send("GET", `scraper-packages?index=${encodeURIComponent(index)}`)
  expect(listed.json.data.available).toMatchObject([
    { id: "boats", name: "The boats", description: "About boats", requires: ["common"], isInstalled: false },
    { id: "common" }
  ])
})

it("installs, updates and removes packages from an index", async () => {
  const installed = await send("POST", "scraper-packages", { index, ids: ["boats"] })
  expect(installed.json.data).toMatchObject({ installed: [{ id: "common" }, { id: "boats" }], failed: [] })
  expect(await ids()).toEqual([["Boats", "boats"]])
  served.set(
    "/index.yml",
    offer("boats", zip({ name: "Ships.yml", content: scraper("Ships") }), { date: "2025-02-01" })
  )
  const updated = await send("POST", "scraper-packages/update")
  expect(updated.json.data).toMatchObject({ installed: [{ id: "boats", files: ["Ships.yml"] }], failed: [] })
  expect(await ids()).toEqual([["Ships", "boats"]])
  expect((await send("POST", "scraper-packages/update")).json.data).toEqual({ installed: [], failed: [] })
  expect((await send("DELETE", "scraper-packages/boats")).status).toBe(200)
  expect((await send("DELETE", "scraper-packages/boats")).status).toBe(404)
  expect(await ids()).toEqual([])
})

it("installs scrapers from an uploaded file and from a file on the server", async () => {
  expect((await upload("Harbor (1).yml", scraper("Harbor"))).json.data).toMatchObject({
    ...{ id: "Harbor-1", sourceRepository: null },
    files: ["Harbor-1.yml"]
  })
  mkdirSync(join(server.folder, "files"))
  const path = join(server.folder, "files/Coast.zip")
  writeFileSync(path, zip({ name: "Coast.yml", content: scraper("Coast") }))
  expect((await send("POST", "scraper-packages", { path })).json.data.installed).toMatchObject([
    { id: "Coast" }
  ])
  expect(await ids()).toEqual([
    ["Coast", "Coast"],
    ["Harbor-1", "Harbor-1"]
  ])
  expect((await send("POST", "scraper-packages", { path: "/etc/hostname" })).status).toBe(400)
  expect((await upload("page.html", "<p>")).json.error.message).toBe("Choose a zip file or a .yml file.")
})

it("rejects malicious packages and indexes with a message", async () => {
  const before = readdirSync(folder).sort()
  const slip = await upload("slip.zip", zip({ name: "../../slip.yml", content: "x" }))
  expect([slip.status, slip.json.error.message]).toEqual([400, expect.stringContaining("forbidden name")])
  const forged = offer("forged", zip({ name: "a.yml", content: "x" })).replace(
    /sha256: \w{4}/,
    "sha256: 0000"
  )
  served.set("/index.yml", forged)
  const { json } = await send("POST", "scraper-packages", { index, ids: ["forged"] })
  expect(json.data).toMatchObject({
    installed: [],
    failed: [{ id: "forged", reason: expect.stringContaining("its sha256 differs") }]
  })
  const refusal = async (text: string) => {
    served.set("/index.yml", text)
    const reply = await send("GET", `scraper-packages?index=${encodeURIComponent(index)}`)
    return [reply.status, reply.json.error.message]
  }
  expect(await refusal("- {id: a}\n".repeat(100_000))).toEqual([
    502,
    expect.stringContaining("20,000 packages")
  ])
  expect(await refusal(`- &a [x]\n${"- [*a]\n".repeat(500)}`)).toEqual([
    502,
    expect.stringContaining("aliases")
  ])
  expect(await refusal("x".repeat(5 * 1024 ** 2))).toMatchObject([502, expect.any(String)])
  const inside = await send(
    "GET",
    `scraper-packages?index=${encodeURIComponent("http://127.0.0.1:1/index.yml")}`
  )
  expect([inside.status, inside.json.error.message]).toEqual([
    502,
    "This is not the address of a public website."
  ])
  expect(readdirSync(folder).sort()).toEqual(before)
  expect(existsSync(join(server.folder, "slip.yml"))).toBe(false)
})
