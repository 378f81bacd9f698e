import { madeArchive, type MadeEntry } from "@media/archives/testing/MadeArchive"
import { zeros } from "@media/archives/testing/Zeros"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setTimeout } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"

// These tests simulate attacks by a website, a scraper file or a package. The server runs in the same process as the
// tests, so each test can measure how long the server's event loop was blocked.

const MiB = 1024 ** 2
const html =
  (body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(body)
const moved =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end()
const endless =
  (type: string, part: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { "content-type": type })
    const block = part.repeat(Math.ceil(65_536 / part.length))
    const more = () => {
      while (!response.destroyed && response.write(block)) {
        // Write until the connection's buffer is full.
      }
    }
    response.on("drain", more)
    more()
  }
const bomb = gzipSync(Buffer.alloc(200 * MiB, "<p>x</p>"))
const paths = new Map<string, RequestListener>([
  ["/good", html(`<h1>Ada</h1><a href="/next">next</a><p>${"a".repeat(100_000)}</p>`)],
  ["/deep", html("<div>".repeat(2_000_000))],
  ["/nested", html(`<h1>Ada</h1>${"<div>".repeat(200)}`)],
  ["/large", endless("text/html", "<p>more</p>")],
  [
    "/bomb",
    (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(bomb)
    }
  ],
  ["/nodes", html("<i></i>".repeat(1_000_000))],
  ["/wide", html(`<h1>Ada</h1>${"<i a=1 b=2></i>".repeat(400_000)}`)],
  [
    "/links",
    html(
      `<h1>Ada</h1>${Array.from({ length: 60 }, (_, n) => `<a href="https://w${n}.example/good">x</a>`).join("")}`
    )
  ],
  ["/loop", moved("/loop")],
  ["/metadata", moved("https://169.254.169.254/latest/meta-data/")],
  ["/network", moved("https://10.0.0.1/admin")],
  ["/own", moved("https://127.0.0.1/")],
  ["/next", html(`<h1>Next</h1><a href="/good">good</a>`)],
  ["/endless.yml", endless("text/yaml", "- {id: a}\n")]
])

let website: Server
let port = 0
let server: TestServer
let admin = ""
let folder = ""
/** The IP addresses to which `rebinding.example` resolves. Each lookup removes the first entry. */
const answers: Array<ReadonlyArray<string>> = []
/** The number of requests that the website received. */
let requests = 0

const source = (fields: string, more = "") => `name: Hostile
sceneByURL: [{action: scrapeXPath, url: [".example"], scraper: one}]
xPathScrapers:
  one:
    scene:
${fields.replace(/^/gm, "      ")}
${more}`

beforeAll(async () => {
  website = createServer((request, response) => {
    requests += 1
    ;(paths.get(request.url ?? "") ?? html(""))(request, response)
  })
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve))
  port = (website.address() as AddressInfo).port
  const hosts = ["a.example", ...Array.from({ length: 60 }, (_, n) => `w${n}.example`)]
  server = await startTestServer({
    environment: { MEDIA_ALLOW_PRIVATE_FETCH: `rebinding.example:${port}` },
    playedHosts: new Map(hosts.map((host) => [host, port])),
    resolve: () => Effect.sync(() => answers.shift() ?? [])
  })
  admin = (await server.setup()).token
  folder = join(server.folder, "data/scrapers")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "Hostile.yml"), source("Title: //h1"))
})
afterAll(async () => {
  await server.stop()
  website.closeAllConnections()
  website.close()
})

const send = (method: string, path: string, body?: object) =>
  server.request(method, `/api/${path}`, { token: admin, ...(body === undefined ? {} : { body }) })

/**
 * Requests the health of the server repeatedly while `work` runs. Fails if a request fails. Also fails if the event
 * loop is blocked for too long. The limit is one second plus ten times the longest delay of the idle event loop.
 */
const whileHealthy = async <A>(work: () => Promise<A>): Promise<A> => {
  const idle = monitorEventLoopDelay({ resolution: 5 })
  idle.enable()
  await setTimeout(300)
  idle.disable()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let isOver = false
  const running = work().finally(() => (isOver = true))
  let asked = 0
  do {
    expect((await server.get("/api/health")).status).toBe(200)
    asked += 1
    await setTimeout(20)
  } while (!isOver)
  const done = await running
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(1_000 + (10 * idle.max) / 1e6)
  expect(asked).toBeGreaterThan(0)
  return done
}

const test = async (path: string, text: string, host = "https://a.example") => {
  const { json, status } = await send("POST", "scrapers/Hostile/test", {
    url: `${host}${path}`,
    source: text
  })
  expect(status).toBe(200)
  return json.data
}
const warnings = (data: { readonly trace: ReadonlyArray<Readonly<Record<string, unknown>>> }) =>
  data.trace.flatMap(({ is, message }) => (is === "warning" ? [message] : []))
const sentence = /^[A-Z].*\.$/

it.each([
  ["elements without end inside of each other", "/deep", "nested more than 512 levels deep"],
  ["a page without end", "/large", "larger than 20 MiB"],
  ["a page that unpacks to 200 MiB", "/bomb", "larger than 20 MiB"],
  ["a million elements", "/nodes", "more than 500,000 elements"],
  ["redirects in a circle", "/loop", "redirects more than 5 times"],
  ["a redirect to the metadata of a cloud", "/metadata", "not the address of a public website"],
  ["a redirect to the local network", "/network", "not the address of a public website"],
  ["a redirect to this machine", "/own", "not the address of a public website"]
])("fails with a message for %s", async (_, path, reason) => {
  const data = await whileHealthy(() => test(path, source("Title: //h1")))
  expect(data).toMatchObject({ results: [], problem: expect.stringContaining(reason) })
  expect(data.problem).toMatch(sentence)
})

it("reads a page with 200 levels of nesting", async () => {
  const { results } = await whileHealthy(() => test("/nested", source("Title: //h1")))
  expect(results).toMatchObject([{ fields: { Title: "Ada" } }])
})

it.each([
  [
    "nested repetitions",
    "{selector: //p, postProcess: [{replace: [{regex: '(a+)+$', with: b}, {regex: '^(a|a)*c', with: d}]}]}"
  ],
  [
    "too large repetitions",
    "{selector: //p, postProcess: [{replace: [{regex: '((a{1000}){1000}){1000}', with: b}]}]}"
  ],
  [
    "a result that grows without end",
    `{selector: //p, postProcess: [${Array.from({ length: 12 }, () => "{replace: [{regex: a, with: aaaaaaaa}]}").join(", ")}]}`
  ],
  ["scripts without end", "{selector: //h1, postProcess: [{javascript: 'for (;;);'}]}"],
  [
    "scripts that fill the memory",
    "{selector: //h1, postProcess: [{javascript: 'const a = []; for (;;) a.push(a.join() + 1)'}]}"
  ],
  [
    "selectors that compare everything with everything",
    "//*[count(//*[count(//*) > count(preceding::*)]) > 1]"
  ]
])("stays within its limits for %s", async (_, attribute) => {
  const { problem, results } = await whileHealthy(() =>
    test("/good", source(`Title: //h1\nCode: ${attribute}`))
  )
  if (problem === null) expect(results[0].fields.Title).toBe("Ada")
  else expect(problem).toMatch(sentence)
})

it("stays within its limits when a selector matches a million nodes", async () => {
  const data = await whileHealthy(() =>
    test("/wide", source("Title: //h1\nTags: {Name: '//i | //i/@a | //i/@b'}"))
  )
  const all = [data.problem, ...warnings(data)].filter((text) => text !== null)
  // On a loaded machine, the evaluation may exceed another limit first. This may be its CPU time limit, or its overall
  // time limit, which is reported as a busy server.
  expect(all.join(" ")).toMatch(/1200000 elements|too much time or memory|The server is busy/)
})

it("stops recursive sub-scrapers and fetches at most 40 pages", async () => {
  const deep = (left: number): string =>
    `{selector: //a/@href${left === 0 ? "" : `, postProcess: [{subScraper: ${deep(left - 1)}}]`}}`
  requests = 0
  const loop = await whileHealthy(() => test("/good", source(`Title: //h1\nCode: ${deep(8)}`)))
  expect(warnings(loop)).toContain("Sub-scrapers are nested more than 3 levels deep.")
  expect(requests).toBe(4)
  requests = 0
  const tags = "Tags: {Name: {selector: //a/@href, postProcess: [{subScraper: //h1}]}}"
  const wide = await whileHealthy(() => test("/links", source(tags)))
  expect(wide.problem).toBe("The scraper fetches more than 40 pages for one result.")
  expect(requests).toBe(40)
})

it.each([
  [
    "aliases that multiply",
    `a: &a [x, x, x, x]\n${Array.from({ length: 20 }, (_, n) => `k${n}: &k${n} [${`*${n === 0 ? "a" : `k${n - 1}`}, `.repeat(9)}x]`).join("\n")}`
  ],
  [
    "a sub-scraper that contains itself",
    source("Title: &loop {selector: //a, postProcess: [{subScraper: *loop}]}")
  ],
  ["lists in lists", `name: x\na: ${"[".repeat(100_000)}`],
  ["a megabyte of keys", `name: x\n${Array.from({ length: 100_000 }, (_, n) => `a${n}: b`).join("\n")}`]
])("rejects a file with %s", async (_, text) => {
  writeFileSync(join(folder, "Bomb.yml"), text)
  const { status, json } = await whileHealthy(() => send("GET", "scrapers"))
  expect(status).toBe(200)
  const { problems } = json.data.find(({ id }: { readonly id: string }) => id === "Bomb")
  expect(problems[0]).toMatchObject({ isFatal: true, message: expect.stringMatching(sentence) })
})

it("resolves the host name again for each page, and rejects a private IP address", async () => {
  const site = `http://rebinding.example:${port}`
  const crew = "Title: //h1\nDetails: {selector: //a/@href, postProcess: [{subScraper: //h1}]}"
  answers.push(["127.0.0.1"], ["169.254.169.254"])
  requests = 0
  const rebound = await whileHealthy(() => test("/good", source(crew), site))
  expect(rebound.results[0].fields).toEqual({ Title: "Ada" })
  expect(warnings(rebound)).toContain("This is not the address of a public website.")
  expect([requests, answers]).toEqual([1, []])
  for (const all of [["169.254.169.254"], ["1.1.1.1", "0.0.0.0"], ["::ffff:127.0.0.1"], []]) {
    answers.push(all)
    expect(await test("/good", source(crew), site)).toMatchObject({
      problem: "This is not the address of a public website."
    })
  }
  answers.push(["10.0.0.1"])
  expect(await test("/good", source(crew), "https://unlisted.example")).toMatchObject({
    problem: "This is not the address of a public website."
  })
  expect(requests).toBe(1)
})

it("rejects oversized, endless and redirected package indexes with a message", async () => {
  for (const [path, reason] of [
    ["/endless.yml", "The file at this address is larger than 4 MiB."],
    ["/many.yml", "The index has more than 20,000 packages."],
    ["/loop", "The website redirects more than 5 times."],
    ["/metadata", "This is not the address of a public website."]
  ] as const) {
    if (path === "/many.yml") paths.set(path, html("- {id: a}\n".repeat(100_000)))
    const index = encodeURIComponent(`https://a.example${path}`)
    const { json, status } = await whileHealthy(() => send("GET", `scraper-packages?index=${index}`))
    expect([status, json.error.message]).toEqual([502, reason])
  }
})

it("installs no files from packages with forbidden paths, links or oversized content", async () => {
  const packages: ReadonlyArray<readonly [id: string, entries: ReadonlyArray<MadeEntry>, reason: string]> = [
    ["slip", [{ name: "../../slip.yml", content: "x" }], "a file with a forbidden name: slip.yml."],
    ["absolute", [{ name: "/tmp/slip.yml", content: "x" }], "a file with a forbidden name: tmp/slip.yml."],
    ["windows", [{ name: "..\\..\\slip.yml", content: "x" }], "a file with a forbidden name"],
    ["link", [{ name: "a", content: "/etc", madeBy: 0x031e, attributes: 0xa1ff0000 }], "a link: a."],
    ["zeros", [zeros(65)], "The package cannot be opened"],
    [
      "files",
      Array.from({ length: 2_001 }, (_, n) => ({ name: `${n}.yml`, content: "" })),
      "The package cannot be opened"
    ]
  ]
  const before = readdirSync(folder).toSorted()
  const list = packages.map(([id, entries]) => {
    const bytes = madeArchive({ entries: [{ name: "good.yml", content: "x" }, ...entries] })
    paths.set(`/${id}.zip`, (_request, response) =>
      response.writeHead(200, { "content-type": "application/zip" }).end(bytes)
    )
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    return `- {id: ${id}, name: ${id}, version: v1, date: 2025-01-01 00:00:00, path: ${id}.zip, sha256: ${sha256}}`
  })
  paths.set("/index.yml", html(list.join("\n")))
  const body = { index: "https://a.example/index.yml", ids: packages.map(([id]) => id) }
  const { json } = await whileHealthy(() => send("POST", "scraper-packages", body))
  expect(json.data.installed).toEqual([])
  for (const [id, , reason] of packages)
    expect(json.data.failed).toContainEqual({ id, reason: expect.stringContaining(reason) })
  expect(readdirSync(folder).toSorted()).toEqual(before)
  for (const path of [join(server.folder, "data/slip.yml"), join(server.folder, "slip.yml"), "/tmp/slip.yml"])
    expect(existsSync(path)).toBe(false)
})
