import { marked } from "@media/sandbox/testing/marked"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { build } from "esbuild"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { bundleOptions, root } from "../../../../../scripts/bundle-options.mjs"

const MARK = `plugin-killed-${process.pid}`
/** The definition of the plugin. `MARK` is an argument of its programs, which identifies them in the process list. */
const DEFINITION = `id: hanging
name: Hanging
exec: [sh, main.sh, ${MARK}]
tasks: [{ name: Go }]
permissions: { api: [read], network: [example.org], timeoutSeconds: 600 }
`

let server: TestServer
let admin: string
let program = ""
let temporary = ""
const workers: Array<ChildProcess> = []
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  temporary = join(server.folder, "tmp")
  mkdirSync(temporary, { mode: 0o755 })
  program = join(server.folder, "worker.mjs")
  // The bundled worker loads native modules from `node_modules`, because the bundle does not contain them.
  symlinkSync(join(root, "node_modules"), join(server.folder, "node_modules"))
  await build({
    ...bundleOptions,
    entryPoints: [join(root, "apps/worker/src/main.ts")],
    outfile: program,
    sourcemap: false
  })
  await makeItem(server, { libraryId: await makeLibrary(server, { name: "Films" }), path: "/media/a.mp4" })
})
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL")
  await server.stop()
})

const startWorker = () => {
  const worker = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: server.url,
      MEDIA_DATA_DIR: join(server.folder, "data"),
      MEDIA_MIGRATIONS_DIR: join(root, "migrations"),
      TMPDIR: temporary
    },
    stdio: ["ignore", "ignore", "inherit"]
  })
  workers.push(worker)
  return worker
}
const send = (method: string, path: string, body?: object) =>
  server.request(method, `/api/plugins${path}`, { token: admin, ...(body === undefined ? {} : { body }) })
/** Installs the plugin with a different program. */
const install = async (source: string) => {
  const folder = join(server.folder, "hanging")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "plugin.yml"), DEFINITION)
  writeFileSync(join(folder, "main.sh"), source)
  const answer = await send("POST", "/packages", { source: "path", path: folder })
  expect(answer.status, answer.text).toBe(200)
}
const own = () => readdirSync(temporary).filter((name) => name.startsWith("media-"))

it("ends the plugin processes of a killed worker and reruns the task", async (context) => {
  const { blocked } = (await send("GET", "/packages")).json.data
  context.skip(blocked !== null, blocked)
  await install("setsid sh -c 'while :; do sleep 1; done' sh $1 & echo up >&2; sleep 600")
  const worker = startWorker()
  const { json } = await send("POST", "/hanging/execute", { task: "Go" })
  const id: string = json.data.jobRunId
  const run = async () => (await server.get(`/api/jobs/${id}`, admin)).json.data
  await eventually(async () => (await run()).log.length > 0)
  expect(marked(MARK).length).toBeGreaterThan(1)
  expect(own().map((name) => name.split("-")[1])).toEqual(expect.arrayContaining(["plugin", "sandbox"]))

  worker.kill("SIGKILL")
  await eventually(() => marked(MARK).length === 0)
  await install("echo again")
  startWorker()
  const ended = await eventually(async () => {
    const now = await run()
    return now.finishedAt !== null && now
  })
  expect(ended).toMatchObject({ status: "completed", result: { output: "again" }, attempts: 2 })
  await eventually(() => own().length === 0)
})
