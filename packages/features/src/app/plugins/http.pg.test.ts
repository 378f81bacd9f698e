import { madeArchive } from "@media/archives/testing/MadeArchive"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let member: string
let site: Server
let origin: string
const files = new Map<string, Buffer>()
beforeAll(async () => {
  site = createServer((request, response) => {
    const bytes = files.get(request.url ?? "")
    response.writeHead(bytes === undefined ? 404 : 200, { "content-type": "application/zip" }).end(bytes)
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  server = await startTestServer({ environment: { MEDIA_ALLOW_PRIVATE_FETCH: "127.0.0.1" } })
  admin = (await server.setup()).token
  member = (await server.account({ username: "mia" })).token
})
afterAll(async () => {
  site.close()
  await server.stop()
})

const send = (method: string, path: string, body?: unknown, token = admin) =>
  server.request(method, `/api/plugins${path}`, { token, ...(body === undefined ? {} : { body }) })
const install = async (body: object) => send("POST", "/packages", body)

const definition = (more = "") => `id: hello
name: Hello
version: 1.0.0
runtime: node
exec: [main.mjs]
tasks:
  - name: Say hello
settings:
  greeting: { displayName: Greeting, type: STRING }
  loud: { type: BOOLEAN }
auth:
  - { key: api_key, label: API key, required: true }
permissions:
  network: [api.example.org]
  api: [read, edit]
${more}`
const zip = (entries: Readonly<Record<string, string>>) =>
  madeArchive({
    entries: Object.entries(entries).map(([name, content]) => ({ name, content: Buffer.from(content) }))
  })
const publish = (path: string, entries: Readonly<Record<string, string>>) => {
  const bytes = zip(entries)
  files.set(path, bytes)
  return { url: `${origin}${path}`, sha256: createHash("sha256").update(bytes).digest("hex") }
}
const hello = { "plugin.yml": definition(), "main.mjs": "" }
const folder = () => join(server.folder, "data/plugins")

describe("installing a plugin", () => {
  it("previews the permissions of an archive before installing it", async () => {
    const { sha256, url } = publish("/hello.zip", hello)
    const source = { source: "zip-url", url, sha256 }
    const shown = await install({ ...source, dryRun: true })
    expect(shown.status, shown.text).toBe(200)
    expect(shown.json.data).toMatchObject({
      installed: null,
      preview: {
        ...{ id: "hello", sha256, replaces: null, isRunnable: true },
        permissionWords: [
          "It may connect only to api.example.org.",
          expect.stringContaining("It may read and edit your library"),
          "It may not read your media files.",
          "It receives the values that you enter for API key.",
          "Each run can take up to 60 seconds and use up to 256 MB of memory."
        ]
      }
    })
    expect(existsSync(join(folder(), "hello"))).toBe(false)
    expect((await install(source)).json.data.installed).toMatchObject({
      ...{ id: "hello", version: "1.0.0", isEnabled: true, tasks: [{ name: "Say hello", description: "" }] },
      auth: [{ key: "api_key", label: "API key", isRequired: true, state: "missing" }],
      settings: [
        { key: "greeting", displayName: "Greeting", type: "STRING", value: null },
        { key: "loud", type: "BOOLEAN", value: null }
      ]
    })
    expect(readdirSync(join(folder(), "hello")).toSorted()).toEqual([
      ".package.json",
      "main.mjs",
      "plugin.yml"
    ])
  })

  it("rejects an archive with a different sha256 and keeps the installed version", async () => {
    const { url } = publish("/other.zip", { ...hello, "more.mjs": "" })
    const refused = await install({ source: "zip-url", url, sha256: "0".repeat(64) })
    expect([refused.status, refused.json.error.message]).toEqual([
      400,
      expect.stringContaining("Nothing was unpacked.")
    ])
    expect(readdirSync(join(folder(), "hello"))).not.toContain("more.mjs")
    expect(readdirSync(folder()).filter((name) => name.startsWith(".new"))).toEqual([])
  })

  it("rejects archives with paths outside the package folder", async () => {
    const { url } = publish("/slip.zip", { ...hello, "../../slipped.txt": "out" })
    const slipped = await install({ source: "zip-url", url })
    expect([slipped.status, slipped.json.error.message]).toEqual([
      400,
      expect.stringContaining("forbidden name")
    ])
    expect(existsSync(join(folder(), "../slipped.txt"))).toBe(false)
    const linked = join(server.folder, "linked")
    mkdirSync(linked)
    writeFileSync(join(linked, "plugin.yml"), definition())
    symlinkSync("/etc/passwd", join(linked, "main.mjs"))
    const answer = await install({ source: "path", path: linked })
    expect([answer.status, answer.json.error.message]).toEqual([400, "The folder contains a link: main.mjs."])
    rmSync(linked, { recursive: true })
  })

  it("explains every problem in an invalid definition", async () => {
    const broken = definition(
      "  memoryMb: much\nhooks:\n  - name: On change\n    triggeredBy: [Scene.Changed]\n"
    )
    const { url } = publish("/broken.zip", {
      "plugin.yml": broken.replace("name: Hello\n", ""),
      "main.mjs": ""
    })
    const refused = await install({ source: "zip-url", url })
    expect(refused.status).toBe(400)
    expect(refused.json.error.fields.map(({ message }: { message: string }) => message)).toEqual([
      '"name" is missing.',
      '"hooks.0.triggeredBy" contains "Scene.Changed", which is not an event.',
      '"permissions.memoryMb" must be a whole number from 32 to 2048.'
    ])
    const empty = publish("/empty.zip", { "readme.txt": "" })
    expect((await install({ source: "zip-url", url: empty.url })).json.error.message).toContain(
      "no plugin.yml"
    )
  })

  it("lists the unsupported features of an uploaded community plugin", async () => {
    const form = new FormData()
    const community =
      "name: Renamer\ninterface: js\nexec: [x.js]\nui:\n  javascript: [a.js]\ntasks:\n  - name: Go\n"
    form.set("file", new Blob([new Uint8Array(zip({ "renamer.yml": community }))]), "renamer.zip")
    const sent = await fetch(`${server.origin}/api/plugins/uploads`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin}` },
      body: form
    })
    expect(sent.status).toBe(201)
    const { data } = (await sent.json()) as { readonly data: { readonly uploadId: string } }
    const { json } = await install({ source: "upload", uploadId: data.uploadId })
    expect(json.data.installed).toMatchObject({ id: "renamer", format: "community", isRunnable: false })
    expect(json.data.installed.notes).toEqual([
      expect.stringContaining("GraphQL"),
      expect.stringContaining("are not loaded")
    ])
    expect((await send("POST", "/renamer/execute", { task: "Go" })).status).toBe(409)
    expect((await install({ source: "upload", uploadId: data.uploadId })).status).toBe(404)
  })

  it("keeps a plugin disabled when it is updated to a new version from an index", async () => {
    const index = `${origin}/index/index.yml`
    const release = (version: string, date: string) => {
      const { sha256 } = publish("/index/hello2.zip", {
        "hello.yml": `name: Hello community\nversion: ${version}\nexec: [python, '{pluginDir}/a.py']\ntasks: [{ name: Go }]\n`,
        "a.py": version
      })
      files.set(
        "/index/index.yml",
        Buffer.from(
          `- { id: hello2, name: Hello, version: "${version}", date: "${date}", path: hello2.zip, sha256: ${sha256} }\n`
        )
      )
    }
    const offered = async () => {
      const answer = await server.get(`/api/plugins/available?index=${encodeURIComponent(index)}`, admin)
      return answer.json.data.packages.map(({ installed, isNewer, version }: Record<string, unknown>) => [
        ...[version, installed, isNewer]
      ])
    }
    release("1.0", "2024-01-01 00:00:00")
    expect(await offered()).toEqual([["1.0", null, false]])
    const { json } = await install({ index, id: "hello2" })
    expect(json.data.installed).toMatchObject({ id: "hello2", format: "community", isRunnable: true })
    expect(json.data.installed.source).toEqual({ source: "index", url: index, path: null })
    await send("PATCH", "/packages/hello2", { isEnabled: false })
    expect(await offered()).toEqual([["1.0", "1.0", false]])
    release("2.0", "2024-06-01 00:00:00")
    expect(await offered()).toEqual([["2.0", "1.0", true]])
    const shown = await install({ index, id: "hello2", dryRun: true })
    expect(shown.json.data.preview).toMatchObject({ version: "2.0", replaces: "1.0" })
    const updated = await install({ index, id: "hello2" })
    expect(updated.json.data.installed).toMatchObject({ version: "2.0", isEnabled: false })
    expect(readFileSync(join(folder(), "hello2/a.py"), "utf8")).toBe("2.0")
    expect(await offered()).toEqual([["2.0", "2.0", false]])
  })
})

describe("a plugin's access to websites", () => {
  const decide = (host: string, access: string) => send("PUT", "/packages/hello/hosts", { host, access })
  const wordsOf = async (answer: ReturnType<typeof decide>) => {
    const { json, status, text } = await answer
    expect(status, text).toBe(200)
    return json.data.permissionWords.filter((words: string) => /connect|administrator|network/.test(words))
  }

  it("allows the websites in the manifest unless an administrator decides otherwise", async () => {
    expect(await wordsOf(decide("Files.Example.org", "allowed"))).toEqual([
      "It may connect only to api.example.org and files.example.org.",
      "An administrator also allowed files.example.org, which the plugin does not request."
    ])
    expect(await wordsOf(decide("nas.local:8080", "private"))).toContain(
      "An administrator allowed access to nas.local:8080 on your private network."
    )
    expect(await wordsOf(decide("api.example.org", "refused"))).toEqual([
      "It may connect only to files.example.org and nas.local:8080.",
      "An administrator also allowed files.example.org, which the plugin does not request.",
      "An administrator allowed access to nas.local:8080 on your private network.",
      "It requests access to api.example.org, which an administrator blocked."
    ])
    const { json } = await decide("files.example.org", "manifest")
    expect(json.data.hosts).toEqual([
      { host: "api.example.org", access: "refused" },
      { host: "nas.local:8080", access: "private" }
    ])
    expect((await decide("api.example.org", "allowed")).json.data.hosts[0]).toEqual({
      host: "api.example.org",
      access: "manifest"
    })
  })

  it("rejects decisions that would allow access to this server, a metadata service or every host", async () => {
    for (const [host, access] of [
      ["*", "allowed"],
      ["nas", "allowed"],
      ["http://a.example.org/", "allowed"],
      ["localhost", "private"],
      ["127.0.0.1:5432", "private"],
      ["[::1]:80", "private"],
      ["169.254.169.254", "private"],
      ["93.184.216.34", "private"],
      ["*.local", "private"]
    ] as const)
      expect([host, (await decide(host, access)).status]).toEqual([host, 400])
    expect((await decide("other.example.org", "refused")).status).toBe(409)
    expect((await send("PUT", "/packages/nothing/hosts", { host: "a.test", access: "allowed" })).status).toBe(
      404
    )
    expect(
      (await send("PUT", "/packages/hello/hosts", { host: "a.test", access: "allowed" }, member)).status
    ).toBe(403)
  })

  it("records in the history which administrator changed access to a website", async () => {
    const { json } = await server.get("/api/history?kind=settings", admin)
    const [entry] = json.data.items.filter(({ type }: { type: string }) => type === "plugin.host-set.v1")
    expect(entry).toMatchObject({
      sentence: "changed the websites that a plugin may access",
      actor: { name: "root" }
    })
    const changes = entry.changes.map(({ field, to }: Record<string, string>) => `${field}: ${to}`)
    expect(changes.toSorted()).toEqual(["access: manifest", "host: api.example.org", "plugin: Hello"])
  })
})

describe("settings and credentials of a plugin", () => {
  const secret = "hunter2-hunter2-hunter2"

  it("rejects settings that do not have the declared types", async () => {
    const changed = await send("PATCH", "/packages/hello", { settings: { greeting: "Hi", loud: true } })
    expect(changed.json.data.settings.map(({ value }: { value: unknown }) => value)).toEqual(["Hi", true])
    const refused = await send("PATCH", "/packages/hello", { settings: { loud: "yes", color: "red" } })
    expect(refused.status).toBe(400)
    expect(refused.json.error.fields).toEqual([
      { path: "settings.loud", message: "must be true or false" },
      { path: "settings.color", message: "is not a setting of this plugin" }
    ])
    const infinite = await fetch(`${server.origin}/api/plugins/packages/hello`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
      body: `{ "settings": { "greeting": 1e999 } }`
    })
    expect(infinite.status).toBe(400)
  })

  it("never returns, stores or logs a credential in plain text", async () => {
    const put = await send("PUT", "/packages/hello/auth/api_key", { value: secret })
    expect([put.status, put.json.data]).toEqual([200, null])
    expect((await send("PUT", "/packages/hello/auth/other", { value: secret })).status).toBe(404)
    const listed = await send("GET", "/packages")
    expect(listed.json.data.packages.find(({ id }: { id: string }) => id === "hello").auth[0].state).toBe(
      "set"
    )
    await send("POST", "/hello/execute", { task: "Say hello" })
    const tables = await server.rows(
      "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
    )
    for (const { table_name: table } of tables)
      expect(
        JSON.stringify(await server.rows(`select to_jsonb(t) from "${String(table)}" t`)),
        table
      ).not.toContain(secret)
    for (const path of ["/api/plugins/packages", "/api/jobs", "/api/history", "/api/settings"])
      expect((await server.get(path, admin)).text, path).not.toContain(secret)
    expect(server.logs.join("\n")).not.toContain(secret)
  })

  it("requires a credential again after the server's secret was lost", async () => {
    rmSync(join(server.folder, "data/.media-secret"))
    await server.restart()
    const { json } = await send("GET", "/packages")
    expect(json.data.packages.find(({ id }: { id: string }) => id === "hello").auth[0].state).toBe(
      "unreadable"
    )
    await send("PUT", "/packages/hello/auth/api_key", { value: secret })
    await send("PUT", "/packages/hello/auth/api_key", { value: null })
    expect(await server.rows("select * from sealed_values")).toEqual([])
  })
})

it("removes the files, settings, credentials and website decisions of a removed plugin", async () => {
  expect(await server.rows("select host from plugin_hosts")).toEqual([{ host: "nas.local:8080" }])
  await send("PUT", "/packages/hello/auth/api_key", { value: "something" })
  expect((await send("DELETE", "/packages/hello")).status).toBe(200)
  expect((await send("DELETE", "/packages?id=hello2")).status).toBe(200)
  expect((await send("DELETE", "/packages/hello")).status).toBe(404)
  expect(await server.rows("select * from sealed_values")).toEqual([])
  expect(await server.rows("select * from plugin_hosts")).toEqual([])
  expect(existsSync(join(folder(), "hello"))).toBe(false)
})

it("requires an administrator for plugins", async () => {
  for (const [method, path, body] of [
    ["GET", "/packages"],
    ["POST", "/packages", { source: "path", path: "/" }],
    ["DELETE", "/packages/renamer"],
    ["PUT", "/packages/renamer/auth/x", { value: "x" }],
    ["POST", "/renamer/execute", { task: "Go" }]
  ] as const)
    expect([method, path, (await send(method, path, body, member)).status]).toEqual([method, path, 403])
})
