import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let library: string
beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  admin = (await server.setup()).token
  library = await makeLibrary(server, { name: "Films" })
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { token: admin, ...(body === undefined ? {} : { body }) })
/** Writes a plugin with one hook and installs it. */
const install = async (id: string, hook: string, source: string) => {
  const folder = join(server.folder, id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, "plugin.yml"),
    `id: ${id}\nname: ${id}\nexec: [main.mjs]\nruntime: node\nhooks:\n  - { name: Changed, triggeredBy: [item.edited], ${hook} }\n`
  )
  writeFileSync(join(folder, "main.mjs"), source)
  const answer = await send("POST", "/api/plugins/packages", { source: "path", path: folder })
  expect(answer.status, answer.text).toBe(200)
  await hooksRead()
}
/** Waits until the hooks have processed all events so far. */
const hooksRead = async () => {
  const [end] = await server.rows("select max(position) as position from events")
  await eventually(async () => {
    const [at] = await server.rows("select position from plugin_cursor")
    return Number(at?.["position"] ?? 0) >= Number(end!["position"])
  })
}
const runsOf = async (id: string) => {
  const { json } = await send("GET", `/api/jobs?queue=plugin-task&targetId=${id}&perPage=50`)
  return json.data.items.toReversed()
}
/** Waits until all pending changes were processed, and returns the runs of a plugin. */
const allRuns = (id: string) =>
  eventually(async () => {
    const waiting = await server.rows("select from plugin_changes where plugin_id = $1 and job_id is null", [
      id
    ])
    const runs = await runsOf(id)
    const isOver = runs.every(({ finishedAt }: { finishedAt: unknown }) => finishedAt !== null)
    return waiting.length === 0 && runs.length > 0 && isOver && runs
  })
const edit = async (ids: ReadonlyArray<string>, date: string) => {
  const answer = await send("PATCH", "/api/items", {
    ids,
    changes: { date: { set: date } },
    onLocked: "overwrite"
  })
  expect(answer.json.data.changed, answer.text).toBe(ids.length)
}
const remove = (id: string) => send("DELETE", `/api/plugins/packages/${id}`)

it("delivers hundreds of changes to a hook in a few runs", async (context) => {
  const { blocked } = (await send("GET", "/api/plugins/packages")).json.data
  context.skip(blocked !== null, blocked)
  const ids: Array<string> = []
  for (let n = 0; n < 3; n += 1)
    ids.push(await makeItem(server, { libraryId: library, path: `/media/${n}.mp4` }))
  await install(
    "many",
    "batch: true",
    `import { readFileSync } from "node:fs"
     const { args } = JSON.parse(readFileSync(0, "utf8"))
     console.log(JSON.stringify({ output: args.hookContexts.map(({ id, inputFields, type }) => id + " " + type + " " + inputFields.sort()).join("\\n") }))`
  )
  // Two pending edits of the same item become one change.
  await server.rows("update queues set is_paused = true where name = 'plugin-task'")
  await edit(ids, "2001-01-01")
  await edit(ids, "2002-02-02")
  await hooksRead()
  // Add as many changes as a large scan.
  const more = await server.rows(
    `insert into plugin_changes (plugin_id, hook, thing_id, type, fields)
     select 'many', 'Changed', gen_random_uuid(), 'item.registered', '{}' from generate_series(1, 220) returning thing_id`
  )
  await server.rows("update queues set is_paused = false where name = 'plugin-task'")
  const runs = await allRuns("many")
  expect(runs.map(({ status }: { status: string }) => status)).toEqual(["completed", "completed"])
  const outputs = runs.map(({ result }: { result: { output: string } }) => result.output.split("\n"))
  expect(outputs.map((lines: ReadonlyArray<string>) => lines.length)).toEqual([200, 23])
  expect(outputs.flat()).toEqual([
    ...ids.map((id) => `${id} item.edited date`),
    ...more.map(({ thing_id: id }) => `${String(id)} item.registered `)
  ])
  expect(await server.rows("select from plugin_changes")).toEqual([])
  await remove("many")
})

it("runs a hook once per change and retries only the failed changes", async (context) => {
  const { blocked } = (await send("GET", "/api/plugins/packages")).json.data
  context.skip(blocked !== null, blocked)
  const ids: Array<string> = []
  for (const name of ["a", "b", "c"])
    ids.push(await makeItem(server, { libraryId: library, path: `/media/one/${name}.mp4` }))
  const program = (failing: string) =>
    `import { readFileSync } from "node:fs"
     const { args } = JSON.parse(readFileSync(0, "utf8"))
     const { id } = args.hookContext
     process.stderr.write(id + "\\n")
     console.log(JSON.stringify(id === "${failing}" ? { error: "not this one" } : { output: id }))`
  await install("single", "batch: false", program(ids[1]!))
  await edit(ids, "2003-03-03")
  await hooksRead()
  const [run, ...others] = await allRuns("single")
  expect(others).toEqual([])
  expect([run.status, run.error.message]).toEqual([
    "failed",
    "1 of 3 changes failed. First failure: not this one"
  ])
  const logged = async () => {
    const { log } = (await send("GET", `/api/jobs/${run.id}`)).json.data
    return log
      .filter(({ level }: { level: string }) => level === "info")
      .map(({ text }: { text: string }) => text)
  }
  await eventually(async () => (await logged()).length === 3)
  expect(await logged()).toEqual(ids)
  await install("single", "batch: false", program("none"))
  await send("POST", `/api/jobs/${run.id}/retry`)
  await eventually(async () => (await runsOf("single"))[0].status === "completed")
  expect((await runsOf("single"))[0].result).toEqual({ output: ids[1] })
  expect(await server.rows("select from plugin_changes")).toEqual([])
})

it("drops pending changes while a plugin is disabled", async () => {
  await server.rows("update queues set is_paused = true where name = 'plugin-task'")
  const item = await makeItem(server, { libraryId: library, path: "/media/off.mp4" })
  await edit([item], "2004-04-04")
  await hooksRead()
  expect(await server.rows("select plugin_id from plugin_changes")).toEqual([{ plugin_id: "single" }])
  await send("PATCH", "/api/plugins/packages/single", { isEnabled: false })
  expect(await server.rows("select from plugin_changes")).toEqual([])
})
