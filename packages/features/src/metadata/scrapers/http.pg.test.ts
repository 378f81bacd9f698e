import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { describe } from "./targets.ts"

/** The pages of the website that the scrapers read, keyed by path. */
const pages = new Map<string, { readonly type: string; readonly body: string }>()
let website: Server
let site = ""
let server: TestServer
let admin = ""
let member = ""
let video = ""
let hidden = ""
let folder = ""

const boat = (title: string) => `<h1> ${title} </h1><time>March 4, 2019</time><p>Length: 12 m</p>
  <a class=crew href=/crew/1>Mia</a><a class=crew href=/crew/2>Tom</a><b>Red</b><b>Fast</b>`
const source = (more = "") => `name: Harbor
sceneByURL: [{action: scrapeXPath, url: ["${site}/boat"], scraper: boat}]
sceneByName: {action: scrapeXPath, queryURL: "${site}/find?q={}", scraper: list}
sceneByQueryFragment: {action: scrapeXPath, queryURL: "{url}", scraper: boat}
sceneByFragment: {action: scrapeXPath, queryURL: "${site}/file/{filename}", scraper: boat}
performerByName: {action: script, script: [python, harbor.py]}
xPathScrapers:
  list:
    scene: {Title: //li/a, URLs: //li/a/@href}
  boat:
    common: {$crew: "//a[@class='crew']"}
    scene:
      Title: {selector: //h1, postProcess: [{replace: [{regex: "^Boat ", with: ""}]}]}
      Date: {selector: //time, postProcess: [{parseDate: "January 2, 2006"}]}
      Performers: {Name: $crew, URL: $crew/@href}
      Tags: {Name: //b}
${more}`

const install = (path: string, text: string) => {
  mkdirSync(join(folder, path, ".."), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const send = (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const data = async (method: string, path: string, body?: object) => {
  const { json } = await send(method, path, body)
  expect(json.error).toBeUndefined()
  return json.data
}
const runBoat = (body: object) => data("POST", "scrapers/Harbor/scrape", body)

beforeAll(async () => {
  website = createServer((request, response) => {
    const page = pages.get(request.url ?? "")
    response.writeHead(page === undefined ? 404 : 200, { "content-type": page?.type ?? "text/html" })
    response.end(page?.body)
  })
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(website.address() as AddressInfo).port}`
  site = `http://${host}`
  const page = (path: string, body: string) => pages.set(path, { type: "text/html; charset=utf-8", body })
  page("/boat/1", boat("Boat Ada"))
  page("/find?q=night+boat", "<li><a href=/boat/1>Ada</a><li><a href=/boat/2>Bea</a>")
  const { port } = website.address() as AddressInfo
  server = await startTestServer({
    environment: { MEDIA_ALLOW_PRIVATE_FETCH: host },
    playedHosts: new Map([["www.boats.example", port]])
  })
  admin = (await server.setup()).token
  const library = await makeLibrary(server, { name: "Boats" })
  member = (await server.account({ username: "mia", libraryIds: [library] })).token
  video = await makeItem(server, { libraryId: library, title: "Norway", path: "trips/ada.mp4" })
  hidden = await makeItem(server, { libraryId: library, title: "Hidden", isNsfw: true })
  page("/file/ada.mp4", boat("Boat Bea"))
  folder = join(server.folder, "data/scrapers")
  install("Harbor.yml", source())
})
afterAll(async () => {
  await server.stop()
  website.close()
})

it("lists the files in the folder and in packages, with their actions and problems", async () => {
  install("more/Broken.yaml", "sceneByURL: [")
  install("more/Harbor.yml", source())
  install("more/Unknown.yml", "name: Unknown\ncolor: red\nsceneByName: {action: scrapeXPath, scraper: x}\n")
  install("more/bomb.yml", `name: &a [x, x]\nb: [${"*a, ".repeat(200)}]\n`)
  install("more/huge.yml", `name: ${"x".repeat(1024 ** 2)}`)
  install(".hidden.yml", source())
  const all: ReadonlyArray<{ id: string; actions: Array<object>; problems: Array<object> }> = await data(
    "GET",
    "scrapers"
  )
  expect(all.map(({ id }) => id)).toEqual(["bomb", "Broken", "Harbor", "huge", "Unknown"])
  const byId = Object.fromEntries(all.map((each) => [each.id, each]))
  expect(byId["Harbor"]).toMatchObject({
    name: "Harbor",
    path: "Harbor.yml",
    package: null,
    problems: [{ message: expect.stringContaining("more/Harbor.yml"), isFatal: false }],
    health: { lastRunAt: null, ok: 0, failed: 0, lastError: null }
  })
  expect(byId["Harbor"]!.actions).toContainEqual(
    expect.objectContaining({ key: "performerByName", needs: ["scripts"], problems: [expect.any(String)] })
  )
  expect(byId["Unknown"]!.problems).toContainEqual(
    expect.objectContaining({ line: 2, isFatal: false, message: expect.stringContaining('"color"') })
  )
  for (const id of ["bomb", "Broken", "huge"])
    expect(byId[id]).toMatchObject({ actions: [], problems: [{ isFatal: true }] })
  expect((await data("GET", "scrapers/Harbor")).source).toBe(source())
  expect((await send("GET", "scrapers/Nothing")).status).toBe(404)
  writeFileSync(join(folder, "more/Broken.yaml"), source())
  expect(await data("POST", "scrapers/reload")).toContainEqual(
    expect.objectContaining({ id: "Broken", name: "Harbor" })
  )
})

it("scrapes by URL, name, search result and item", async () => {
  const found = await runBoat({ url: `${site}/boat/1`, trace: true })
  expect(found.results).toMatchObject([
    {
      ...{ id: null, action: "sceneByURL", matchType: "url", status: "unsaved" },
      scraped: {
        fields: { Title: "Ada", Date: "2019-03-04" },
        relations: {
          Performers: [{ fields: { Name: "Mia", URL: "/crew/1" } }, { fields: { Name: "Tom" } }],
          Tags: [{ fields: { Name: "Red" } }, { fields: { Name: "Fast" } }]
        }
      }
    }
  ])
  expect(found.trace[0]).toMatchObject({
    is: "request",
    url: `${site}/boat/1`,
    type: "text/html; charset=utf-8"
  })
  const list = await runBoat({ query: "night boat", entityType: "video" })
  expect(list.results.map(({ scraped }: { scraped: object }) => scraped)).toMatchObject([
    { fields: { Title: "Ada" }, urls: ["/boat/1"] },
    { fields: { Title: "Bea" }, urls: ["/boat/2"] }
  ])
  expect((await runBoat({ fragment: { url: `${site}/boat/1` } })).results).toHaveLength(1)
  const [proposed] = (await runBoat({ entityType: "video", entityId: video })).results
  expect(proposed).toMatchObject({ status: "pending", entityId: video, matchType: "title" })
  expect(await server.rows("select source_id, target_id, proposed from proposals")).toMatchObject([
    { source_id: "Harbor", target_id: video, proposed: { title: "Bea", date: "2019-03-04" } }
  ])
})

it("fetches pages from a website with a host name and rejects other hosts", async () => {
  install(
    "Played.yml",
    source().replaceAll(site, "https://www.boats.example").replace("name: Harbor", "name: Played")
  )
  const { results } = await data("POST", "scrapers/Played/scrape", {
    url: "https://www.boats.example/boat/1"
  })
  expect(results).toMatchObject([{ scraped: { fields: { Title: "Ada" } } }])
  const [performer] = results[0].scraped.relations.Performers
  expect(performer.fields.URL).toContain("/crew/1")
  expect((await send("POST", "scrapers/Played/scrape", { url: "https://other.example/boat/1" })).status).toBe(
    400
  )
})

it("passes the known URLs of an item to a scraper", async () => {
  const urls = [`${site}/other`, `${site}/boat/1`]
  await server.rows(
    `insert into item_sources (item_id, stated, shown) values ($1, '{}', $2)
     on conflict (item_id) do update set shown = excluded.shown`,
    [hidden, JSON.stringify({ urls })]
  )
  expect(await server.run(describe({ kind: "video", id: hidden }))).toMatchObject({
    urls,
    fragment: { url: urls[0] }
  })
  expect(await server.run(describe({ kind: "video", id: video }))).toMatchObject({ urls: [] })
})

it("returns the reason for a failed run and counts failures of the website", async () => {
  const refusal = async (body: object) => {
    const { json, status } = await send("POST", "scrapers/Harbor/scrape", body)
    return [status, json.error.message]
  }
  expect(await refusal({ url: "http://other.example/1" })).toEqual([
    400,
    "The scraper does not support this address."
  ])
  expect(await refusal({ query: "x", entityType: "performer" })).toMatchObject([
    400,
    expect.stringContaining("script")
  ])
  expect(await refusal({})).toMatchObject([400, expect.stringContaining("Provide an address")])
  expect(await refusal({ url: `${site}/boat/9` })).toEqual([502, "The website responded with error 404."])
  await send("PATCH", "auth/me", { showNsfw: false })
  expect((await refusal({ entityType: "video", entityId: hidden }))[0]).toBe(404)
  await send("PATCH", "auth/me", { showNsfw: true })
  const { health } = await data("GET", "scrapers/Harbor")
  expect(health).toMatchObject({ failed: 1, lastError: "The website responded with error 404." })
  expect(health.ok).toBeGreaterThan(0)
})

it("reports each step of a test run without storing anything", async () => {
  const before = await server.rows("select ok, failed from scraper_health")
  const run = await data("POST", "scrapers/Harbor/test", { url: `${site}/boat/1` })
  expect(run).toMatchObject({ problem: null, action: "sceneByURL" })
  expect(run.trace).toContainEqual(
    expect.objectContaining({
      is: "selector",
      field: "Title",
      selector: "//h1",
      hits: ["Boat Ada"],
      count: 1
    })
  )
  expect(run.trace).toContainEqual({
    is: "step",
    field: "Title",
    step: "replace",
    before: "Boat Ada",
    after: "Ada"
  })
  const edited = source()
    .replace("selector: //h1", "selector: //h9")
    .replace("name: Harbor", "name: Harbor\nextra: 1")
  const other = await data("POST", "scrapers/Harbor/test", { url: `${site}/boat/1`, source: edited })
  expect(other.results[0].fields.Title).toBeUndefined()
  expect(other.problems).toMatchObject([{ line: 2 }])
  const broken = await data("POST", "scrapers/Harbor/test", { url: `${site}/boat/1`, source: "name: [" })
  expect(broken).toMatchObject({ results: [], problem: expect.stringContaining("not valid YAML") })
  const lost = await data("POST", "scrapers/Harbor/test", { url: `${site}/boat/9` })
  expect(lost).toMatchObject({ problem: "The website responded with error 404." })
  expect(lost.trace).toMatchObject([{ is: "request", problem: "The website responded with error 404." }])
  expect(await server.rows("select ok, failed from scraper_health")).toEqual(before)
})

it("runs a fixture with its recorded pages, even after the website has changed", async () => {
  const saved = await data("POST", "scrapers/Harbor/fixtures", { url: `${site}/boat/1`, name: "Ada" })
  expect(saved).toMatchObject({ name: "Ada", pages: [{ url: `${site}/boat/1` }] })
  await data("POST", "scrapers/Harbor/fixtures", { entityType: "video", entityId: video })
  pages.set("/boat/1", { type: "text/html", body: "" })
  expect(await data("POST", "scrapers/Harbor/fixtures/run", {})).toMatchObject([
    { name: "Ada", isSame: true, problem: null, differences: [] },
    { isSame: true }
  ])
  const edited = source().replace("selector: //h1", "selector: //p")
  expect((await data("POST", "scrapers/Harbor/fixtures/run", { source: edited }))[0]).toMatchObject({
    isSame: false,
    differences: [{ path: "Title", expected: "Ada", found: "Length: 12 m" }]
  })
  expect(await data("GET", "scrapers/Harbor/fixtures")).toHaveLength(2)
  await data("DELETE", `scrapers/Harbor/fixtures/${saved.id}`)
  expect(await data("GET", "scrapers/Harbor/fixtures")).toHaveLength(1)
  expect((await send("DELETE", "scrapers/Harbor/fixtures/..")).status).toBe(404)
})

it("stays responsive while it reads a hostile page", async () => {
  pages.set("/boat/deep", { type: "text/html", body: "<div>".repeat(3_000_000) })
  pages.set("/boat/wide", { type: "text/html", body: "<i>a</i>".repeat(2_000_000) })
  const runs = Promise.all(
    ["deep", "wide"].map((name) => data("POST", "scrapers/Harbor/test", { url: `${site}/boat/${name}` }))
  )
  let isOver = false
  void runs.finally(() => (isOver = true))
  let answers = 0
  while (!isOver) {
    expect((await server.get("/api/health")).status).toBe(200)
    answers += 1
  }
  for (const { problem } of await runs) expect(problem).toMatch(/^[A-Z].*\.$/)
  // The health requests are answered within milliseconds, although parsing the pages takes seconds.
  expect(answers).toBeGreaterThan(20)
})

it("rejects requests from members", async () => {
  for (const [method, path] of [
    ["GET", "scrapers"],
    ["GET", "scrapers/Harbor"],
    ["POST", "scrapers/Harbor/test"],
    ["POST", "scraper-packages/update"]
  ] as const)
    expect((await send(method, path, method === "POST" ? {} : undefined, member)).status).toBe(403)
})

it("runs scripts in the sandbox once an administrator has allowed them", async (context) => {
  install("Script/Script.yml", "name: Script\nperformerByName: {action: script, script: [python, find.py]}\n")
  install(
    "Script/find.py",
    "import json, sys, os\nname = json.load(sys.stdin)['name']\n" +
      "secret = [key for key in os.environ if key.startswith('MEDIA')]\n" +
      "print(json.dumps([{'name': name.title(), 'details': str(secret), 'aliases': str(os.path.exists('/etc/shadow'))}]))"
  )
  const asked = { query: "mia", entityType: "performer" }
  const refusal = async () => (await send("POST", "scrapers/Script/scrape", asked)).json.error?.message
  expect(await refusal()).toContain("Allow scripts in the settings")
  await data("PATCH", "settings", { allow_scripts: true })
  expect(await refusal()).toContain("Allow the scripts of this scraper")
  const shown = await data("PUT", "scrapers/Script/scripts", { isAllowed: true })
  expect(shown).toMatchObject({ areScriptsAllowed: true, actions: [{ needs: ["scripts"], problems: [] }] })
  const answer = await send("POST", "scrapers/Script/scrape", asked)
  const reason: string = answer.json.error?.message ?? ""
  context.skip(/sandbox|Python/.test(reason), reason)
  expect(answer.json.data.results).toMatchObject([
    { scraped: { fields: { Name: "Mia", Details: "[]", Aliases: "False" } } }
  ])
  await data("PUT", "scrapers/Script/scripts", { isAllowed: false })
  expect(await refusal()).toContain("Allow the scripts of this scraper")
  expect((await send("PUT", "scrapers/Nothing/scripts", { isAllowed: true })).status).toBe(404)
  expect((await send("PUT", "scrapers/Script/scripts", { isAllowed: true }, member)).status).toBe(403)
})

it("requires new permission after a script or a required package changed", async () => {
  await data("PATCH", "settings", { allow_scripts: true })
  install(
    "Changing/Changing.yml",
    "# requires: shared\nname: Changing\nperformerByName: {action: script, script: [python, find.py]}\n"
  )
  install("Changing/find.py", "print('[]')")
  install("shared/words.py", "word = 1")
  const isAllowed = async () => {
    const { actions, areScriptsAllowed } = await data("GET", "scrapers/Changing")
    return [areScriptsAllowed, actions[0].problems[0]?.includes("changed since they were allowed") ?? false]
  }
  const allow = () => data("PUT", "scrapers/Changing/scripts", { isAllowed: true })
  expect((await allow()).requires).toEqual(["shared"])
  expect(await isAllowed()).toEqual([true, false])
  install("Changing/__pycache__/find.pyc", "compiled")
  expect(await isAllowed()).toEqual([true, false])
  for (const [path, text] of [
    ["Changing/find.py", "print('[1]')"],
    ["Changing/more.py", ""],
    ["shared/words.py", "word = 2"]
  ] as const) {
    install(path, text)
    expect(await isAllowed(), path).toEqual([false, true])
    const asked = { query: "mia", entityType: "performer" }
    const { json } = await send("POST", "scrapers/Changing/scrape", asked)
    expect(json.error.message).toContain("changed since they were allowed")
    await allow()
    expect(await isAllowed()).toEqual([true, false])
  }
})
