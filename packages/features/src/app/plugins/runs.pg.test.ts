import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let library: string
const examples = join(import.meta.dirname, "../../../../../docs/plugins/examples")
beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  admin = (await server.setup()).token
  library = await makeLibrary(server, { name: "Films" })
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/plugins${path}`, { token: admin, ...(body === undefined ? {} : { body }) })
const install = async (path: string) => {
  const { json, status, text } = await send("POST", "/packages", { source: "path", path })
  expect(status, text).toBe(200)
  return json.data.installed
}
/** Writes a plugin with one file and installs it. */
const installed = (id: string, definition: string, source: string, file = "main.mjs") => {
  const folder = join(server.folder, id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "plugin.yml"), `id: ${id}\nname: ${id}\n${definition}`)
  writeFileSync(join(folder, file), source)
  return install(folder)
}
const ended = (id: string) =>
  eventually(async () => {
    const { json } = await server.get(`/api/jobs/${id}`, admin)
    return ["completed", "failed", "cancelled"].includes(json.data.status) ? json.data : false
  })
const execute = async (id: string, body: object) => {
  const { json, text } = await send("POST", `/${id}/execute`, body)
  expect(json.ok, text).toBe(true)
  return { ...(await ended(json.data.jobRunId)), batchId: json.data.batchId }
}
const tagsOf = async (id: string) =>
  (await server.get(`/api/videos/${id}`, admin)).json.data.tags.map(({ name }: { name: string }) => name)
const hookRuns = () => server.rows("select target_id from jobs where triggered_by = 'hook' order by id")
/** Waits until the hooks have processed all events so far. */
const hooksRead = async () => {
  const [end] = await server.rows("select max(position) as position from events")
  await eventually(async () => {
    const [at] = await server.rows("select position from plugin_cursor")
    return Number(at?.["position"] ?? 0) >= Number(end!["position"])
  })
}
/** Returns the id of the batch that the list of runs offers to undo. */
const undoOf = async ({ id }: { readonly id: string }) => {
  const { json } = await send("GET", "/runs")
  return json.data.runs.find((each: { readonly id: string }) => each.id === id).undoBatchId
}
/** Waits for the log lines of a run, which the worker writes with a delay. */
const logOf = (run: { readonly id: string }, lines: number) =>
  eventually(async () => {
    const { log } = (await server.get(`/api/jobs/${run.id}`, admin)).json.data
    return log.length >= lines && log.map(({ level, text }: Record<string, string>) => `${level} ${text}`)
  })

it("undoes all changes of the Node example plugin as one batch", async () => {
  const [one, two] = [
    await makeItem(server, { libraryId: library, path: "/media/Noir/a.mp4" }),
    await makeItem(server, { libraryId: library, path: "/media/Western/b.mp4" })
  ]
  await install(join(examples, "tag-by-folder"))
  const run = await execute("tag-by-folder", { task: "Tag all videos" })
  expect(run).toMatchObject({ status: "completed", result: { output: "2 of 2 videos have a new tag." } })
  expect(await logOf(run, 2)).toEqual(["info Noir: 1 videos", "info Western: 1 videos"])
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([["Noir"], ["Western"]])
  const marks = await server.rows("select meta from events where meta->>'batchId' = $1", [run.batchId])
  expect(marks.map(({ meta }) => [meta?.["cause"], meta?.["plugin"]])).toEqual(
    marks.map(() => ["plugin", "tag-by-folder"])
  )
  expect(await undoOf(run)).toBe(run.batchId)
  const undone = await server.request("POST", "/api/history/undo", {
    token: admin,
    body: { batchId: run.batchId }
  })
  expect(undone.status, undone.text).toBe(200)
  expect(await undoOf(run)).toBeNull()
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([[], []])
})

it("does not start a hook for changes by the hook's own plugin", async () => {
  await hooksRead()
  const before = (await hookRuns()).length
  const video = await makeItem(server, { libraryId: library, path: "/media/Noir/new.mp4" })
  await eventually(async () => (await tagsOf(video)).includes("Noir"))
  await installed(
    "echo",
    "exec: [main.mjs]\nruntime: node\nhooks:\n  - name: Any change\n    triggeredBy: [Scene.Update.Post, item.related]\npermissions: { api: [read, edit] }\n",
    `import { readFileSync } from "node:fs"
     const { api, args } = JSON.parse(readFileSync(0, "utf8"))
     const headers = { authorization: "Bearer " + api.token, "content-type": "application/json" }
     const body = JSON.stringify({ ids: [args.hookContext.id], changes: { tags: { add: ["Seen"] } } })
     const answer = await fetch(api.url + "/items", { method: "PATCH", headers, body })
     console.log(JSON.stringify({ output: answer.status + " " + args.hookContext.type }))`
  )
  await hooksRead()
  const edit = await server.request("PATCH", `/api/videos/${video}`, {
    token: admin,
    body: { title: "Renamed" }
  })
  expect(edit.status, edit.text).toBe(200)
  await eventually(async () => (await tagsOf(video)).includes("Seen"))
  await hooksRead()
  expect((await hookRuns()).slice(before).map((row) => row["target_id"])).toEqual(["tag-by-folder", "echo"])
})

it("passes credentials to the Python example without logging them", async () => {
  await install(join(examples, "lookup"))
  const found = await execute("lookup", { task: "Look up", args: { title: "general" } })
  expect(found.error, JSON.stringify(found)).toBeNull()
  expect(JSON.parse(found.result.output).results).toEqual([
    { title: "The General", year: 1926, director: "Buster Keaton" }
  ])
  const refused = await execute("lookup", { task: "Look up" })
  expect(refused).toMatchObject({ status: "failed", isExhausted: true, error: { message: "Give a title." } })
  expect([await undoOf(found), await undoOf(refused)]).toEqual([null, null])
  const canceled = await server.request("POST", `/api/jobs/${refused.id}/cancel`, { token: admin })
  expect(canceled.json.data).toMatchObject({ status: "failed", error: { message: "Give a title." } })
  await installed(
    "leak",
    "exec: [main.mjs]\nruntime: node\nauth: [{ key: key, label: Key, required: true }]\ntasks: [{ name: Go }]\n",
    `const key = process.env.PLUGIN_AUTH_KEY
     process.stderr.write("\\u0001w\\u0002the key is " + key + "\\n\\u0001p\\u00020.5\\n")
     process.stderr.write(encodeURIComponent(key) + " " + Object.keys(process.env).filter((name) => /MEDIA|DATABASE/.test(name)) + "\\n")
     console.log(JSON.stringify({ output: { key } }))`
  )
  expect((await execute("leak", { task: "Go" })).error.message).toContain('Enter "Key"')
  const secret = "a secret/with+signs"
  await send("PUT", "/packages/leak/auth/key", { value: secret })
  const run = await execute("leak", { task: "Go" })
  expect(await logOf(run, 2)).toEqual(["warn the key is ••••••", "info •••••• "])
  expect(run.result).toEqual({ output: '{"key":"••••••"}' })
  const stored = await server.rows(
    "select to_jsonb(e)::text as t from events e union all select to_jsonb(j)::text from jobs j"
  )
  expect(JSON.stringify(stored)).not.toContain("a secret")
})

it("gives a run only the permissions in its manifest", async () => {
  await installed(
    "reader",
    "exec: [main.mjs]\nruntime: node\ntasks: [{ name: Go }]\npermissions: { api: [read] }\n",
    `import { readFileSync } from "node:fs"
     const { api, server_connection: { SessionCookie } } = JSON.parse(readFileSync(0, "utf8"))
     const ask = async (path, method, token = api.token) =>
       (await fetch(api.url + path, { method, headers: { authorization: "Bearer " + token }, ...(method === "PATCH" ? { body: "{}" } : {}) })).status
     console.log(JSON.stringify({ output: [SessionCookie, await ask("/items?kind=video", "GET"), await ask("/items", "PATCH"), await ask("/items?kind=video", "GET", "x"), await ask("/api/users", "GET")] }))`
  )
  const { result } = await execute("reader", { task: "Go" })
  expect(JSON.parse(result.output)).toEqual([null, 200, 403, 401, 404])
})

it("leaves no process behind when a run is stopped", async () => {
  await installed(
    "slow",
    "exec: [sh, main.sh]\ntasks: [{ name: Go }]\npermissions: { timeoutSeconds: 1 }\n",
    "sleep 97531 & sleep 97531",
    "main.sh"
  )
  expect((await execute("slow", { task: "Go" })).error.message).toContain("ran longer than its limit")
  await installed(
    "slow",
    "exec: [sh, main.sh]\ntasks: [{ name: Go }]\npermissions: { timeoutSeconds: 600 }\n",
    "echo started >&2; sleep 97531 & sleep 97531",
    "main.sh"
  )
  const { json } = await send("POST", "/slow/execute", { task: "Go" })
  await eventually(
    async () => (await server.get(`/api/jobs/${json.data.jobRunId}`, admin)).json.data.log.length > 0
  )
  await server.request("POST", `/api/jobs/${json.data.jobRunId}/cancel`, { token: admin })
  expect((await ended(json.data.jobRunId)).status).toBe("cancelled")
})

it("rejects disabled plugins and unknown tasks", async () => {
  await send("PATCH", "/packages/reader", { isEnabled: false })
  expect((await send("POST", "/reader/execute", { task: "Go" })).status).toBe(409)
  expect((await send("POST", "/lookup/execute", { task: "Other" })).status).toBe(404)
  expect((await send("POST", "/nothing/execute", { task: "Go" })).status).toBe(404)
})

it("lets a plugin read but not write media files if its manifest requests access", async () => {
  const folder = join(server.media, "films")
  mkdirSync(folder)
  writeFileSync(join(folder, "a.mp4"), "a video")
  const body = { name: "Disk", contents: ["videos"], roots: [{ path: folder }] }
  expect((await server.request("POST", "/api/libraries", { token: admin, body })).status).toBe(201)
  const program = `import { readdirSync, readFileSync, writeFileSync } from "node:fs"
    const folder = ${JSON.stringify(folder)}
    const attempt = (act) => { try { return act() } catch (error) { return error.code } }
    const read = attempt(() => readFileSync(folder + "/a.mp4", "utf8"))
    const written = attempt(() => writeFileSync(folder + "/new", "x"))
    console.log(JSON.stringify({ output: [read, written, attempt(() => readdirSync(${JSON.stringify(server.folder)}))] }))`
  const outputOf = async (id: string, permissions: string) => {
    // Run without Node's own permission checks, so that the test checks only the restrictions of the sandbox.
    const definition = `exec: [node, --input-type=module, -e, '${program.replaceAll("'", "''").replaceAll("\n", " ;")}']\n`
    await installed(id, `${definition}tasks: [{ name: Go }]\n${permissions}`, "")
    const { error, result } = await execute(id, { task: "Go" })
    expect(error, JSON.stringify(error)).toBeNull()
    return JSON.parse(result.output)
  }
  expect(await outputOf("media-reader", "permissions: { readMedia: true }\n")).toEqual([
    "a video",
    "EROFS",
    ["media"]
  ])
  expect(await outputOf("media-stranger", "")).toEqual(["ENOENT", "ENOENT", "ENOENT"])
})
