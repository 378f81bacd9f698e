import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Launcher } from "./launcher.ts"
import {
  buildBundles,
  childOf,
  endLaunchers,
  eventually,
  fixture,
  freePort,
  isHealthy,
  processesOf,
  query,
  root,
  startLauncher
} from "./launcher.ts"

let dataDir = ""
let port = ""

beforeAll(buildBundles)
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "media-start-"))
  port = await freePort()
})
afterEach(async () => {
  await endLaunchers()
  await nothingLeft(60_000)
  await rm(dataDir, { recursive: true, force: true })
})

const nothingLeft = (millis: number) =>
  eventually(
    () => processesOf(dataDir).length === 0,
    millis,
    () => processesOf(dataDir).join("\n")
  )

const fakes = { MEDIA_SERVER_ENTRY: fixture("server.mjs"), MEDIA_WORKER_ENTRY: fixture("worker.mjs") }

const start = async (env: Record<string, string> = fakes): Promise<Launcher> => {
  const launcher = startLauncher({ PORT: port, MEDIA_DATA_DIR: dataDir, ...env })
  await launcher.prints("Ready: http://")
  return launcher
}

const hasRealBundles =
  existsSync(join(root, "apps/server/src/main.ts")) && existsSync(join(root, "apps/worker/src/main.ts"))

describe("the launcher", () => {
  it("starts and stops all programs in order", async () => {
    const launcher = await start()
    expect(await isHealthy(port)).toBe(true)
    const lines = ["Starting the database", "Updating the database schema", "Starting the server", "Ready:"]
    const offsets = lines.map((line) => launcher.output().indexOf(line))
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(0)
    launcher.signal("SIGINT")
    expect(await launcher.exited).toBe(0)
    expect(processesOf(dataDir)).toEqual([])
  })

  it("restarts a killed server", async () => {
    const launcher = await start()
    const first = childOf(launcher.pid, "server.mjs")!
    process.kill(first, "SIGKILL")
    await launcher.prints("The server was killed by SIGKILL; restarting it in 0.5 s")
    await eventually(() => isHealthy(port), 60_000, launcher.output)
    expect(childOf(launcher.pid, "server.mjs")).not.toBe(first)
  })

  it("restarts a killed database", async () => {
    const launcher = await start()
    await query(dataDir, "create table kept as select 1 as n")
    process.kill(childOf(launcher.pid, "/postgres")!, "SIGKILL")
    await launcher.prints("The database stopped unexpectedly")
    const rows = () => query(dataDir, "select n from kept").catch(() => [])
    await eventually(async () => (await rows()).length === 1, 60_000, launcher.output)
  })

  it("leaves no processes behind when it is killed", async () => {
    const launcher = await start()
    await query(dataDir, "create table kept as select 1 as n")
    launcher.signal("SIGKILL")
    await nothingLeft(60_000)
    await start()
    expect(await query(dataDir, "select n from kept")).toEqual([{ n: 1 }])
  })

  it("starts again immediately after it was killed", async () => {
    const launcher = await start()
    await query(dataDir, "create table kept as select 1 as n")
    launcher.signal("SIGKILL")
    await launcher.exited
    port = await freePort()
    await start()
    expect(await query(dataDir, "select n from kept")).toEqual([{ n: 1 }])
  })

  it.each([
    ["npm", "SIGKILL"],
    ["shell", "SIGTERM"]
  ] as const)("stops in order when its parent receives %s", async (through, signal) => {
    const launcher = startLauncher(
      { PORT: port, MEDIA_DATA_DIR: dataDir, ...fakes, npm_lifecycle_event: "start" },
      through
    )
    await launcher.prints("Ready: http://")
    launcher.signal(signal)
    await launcher.prints("Stopped.")
    await nothingLeft(60_000)
  })

  it("continues after its shell has ended, unless it was started by npm", async () => {
    const launcher = startLauncher({ PORT: port, MEDIA_DATA_DIR: dataDir, ...fakes }, "shell")
    await launcher.prints("Ready: http://")
    launcher.signal("SIGTERM")
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await isHealthy(port)).toBe(true)
    expect(launcher.output()).not.toContain("Stopping")
    for (const line of processesOf(dataDir).filter((each) => each.includes("standalone.mjs")))
      process.kill(Number.parseInt(line, 10), "SIGTERM")
    await launcher.prints("Stopped.")
  })

  it("immediately kills a hanging child when a second signal arrives", async () => {
    const launcher = await start({ ...fakes, FIXTURE_HANGS: "yes" })
    launcher.signal("SIGTERM")
    // npm also forwards the terminal's signal to the launcher. The launcher therefore treats a signal that arrives
    // immediately after the first signal as a repetition.
    launcher.signal("SIGINT")
    await launcher.prints("Stopping")
    const pause = new Promise<string>((resolve) => setTimeout(() => resolve("still stopping"), 600))
    expect(await Promise.race([launcher.exited, pause])).toBe("still stopping")
    launcher.signal("SIGTERM")
    expect(await launcher.exited).toBe(0)
  })
})

describe("a launcher that cannot start", () => {
  const refusal = async (env: Record<string, string>, expectedCode = 1) => {
    const launcher = startLauncher({ PORT: port, MEDIA_DATA_DIR: dataDir, ...fakes, ...env })
    expect(await launcher.exited).toBe(expectedCode)
    return launcher.output().trim().split("\n").pop()
  }

  it("prints one line if another launcher uses the data directory", async () => {
    const first = await start()
    expect(await refusal({ PORT: await freePort() })).toBe(
      `The data directory ${dataDir} is already in use by process ${first.pid}.`
    )
    expect(await isHealthy(port)).toBe(true)
  })

  it("prints one line in one of two simultaneous starts", async () => {
    const env = { MEDIA_DATA_DIR: dataDir, ...fakes }
    const both = [startLauncher({ ...env, PORT: port }), startLauncher({ ...env, PORT: await freePort() })]
    await eventually(
      () => both.some((each) => each.output().includes("already in use by process")),
      60_000,
      () => ""
    )
    await eventually(
      () => both.some((each) => each.output().includes("Ready:")),
      60_000,
      () => ""
    )
  })

  it("prints one line if the port is in use", async () => {
    const server = createServer().listen(Number(port), "127.0.0.1")
    await eventually(
      () => server.listening,
      60_000,
      () => "listening"
    )
    expect(await refusal({})).toContain(`Port ${port} is already in use.`)
    server.close()
  })

  it("prints one line if the data directory is not writable", async () => {
    await writeFile(join(dataDir, "file"), "")
    expect(await refusal({ MEDIA_DATA_DIR: join(dataDir, "file/data") })).toContain(
      "Cannot write to the data directory"
    )
  })

  it("prints one line without the password if the database does not respond", async () => {
    const closed = await freePort()
    const line = await refusal({ DATABASE_URL: `postgres://me:geheim@127.0.0.1:${closed}/media` })
    expect(line).toContain(
      `Cannot connect to the database postgres://me@127.0.0.1:${closed}/media: connect ECONNREFUSED`
    )
    expect(line).not.toContain("geheim")
  })

  it("prints one line if another major version of PostgreSQL created the database", async () => {
    await mkdir(join(dataDir, "postgres"))
    await writeFile(join(dataDir, "postgres/PG_VERSION"), "9\n")
    expect(await refusal({})).toContain("was created by PostgreSQL 9, but only 18")
  })

  it("prints one line and returns the exit code of a child that fails", async () => {
    expect(await refusal({ FIXTURE_REFUSES: "yes" }, 78)).toBe(
      "The server did not start. Its error message is above."
    )
  })

  it("prints one line if the port is invalid", async () => {
    expect(await refusal({ PORT: "eighty" })).toContain("PORT")
  })
})

describe.skipIf(!hasRealBundles)("the real server and worker", () => {
  it("become healthy, survive `kill -9` and stop in time", async () => {
    const launcher = await start({})
    for (const name of ["dist/server.mjs", "dist/worker.mjs"]) {
      process.kill(childOf(launcher.pid, name)!, "SIGKILL")
      await eventually(() => childOf(launcher.pid, name) !== undefined, 60_000, launcher.output)
    }
    await eventually(() => isHealthy(port), 60_000, launcher.output)
    launcher.signal("SIGINT")
    expect(await launcher.exited).toBe(0)
    expect(processesOf(dataDir)).toEqual([])
  })
})
