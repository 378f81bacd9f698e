import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"

let base = ""
beforeEach(() => {
  base = fs.mkdtempSync(join(tmpdir(), "media-create-"))
  fs.chmodSync(base, 0o755)
})
afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))
const dataDir = () => join(base, "data")
const start = (packageDir?: string) =>
  EmbeddedPostgres.start({ dataDir: dataDir(), throwAway: true, ...(packageDir && { packageDir }) })

/**
 * Creates a fake package whose `initdb` runs a shell script, in which `$D` is the folder to initialize. Returns the
 * package's folder.
 */
const programs = (script: string): string => {
  const bin = join(base, "package/native/bin")
  fs.mkdirSync(bin, { recursive: true })
  const write = (name: string, text: string) =>
    fs.writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  write("postgres", "echo 'postgres (PostgreSQL) 18.4'")
  write("initdb", `[ "$1" = -s ] && exit 0\nD=$2\n${script}`)
  return join(base, "package")
}

const killed = 'echo 18 > "$D/PG_VERSION"; mkdir "$D/base" "$D/pg_wal"; kill -9 $$'

it("creates the database again if initdb was killed", async () => {
  const error = await run(Effect.flip(Effect.scoped(start(programs(killed)))))
  expect(error.message).toBe("Could not create the database: initdb was killed by signal SIGKILL")
  await run(start())
  expect(fs.readFileSync(join(dataDir(), "postgres/PG_VERSION"), "utf8").trim()).toBe("18")
  expect(fs.readdirSync(join(dataDir(), "postgres")).filter((name) => name.startsWith("unfinished"))).toEqual(
    []
  )
})

it("creates the database again if the launcher was killed while moving the new files into place", async () => {
  const cluster = join(dataDir(), "postgres")
  fs.mkdirSync(join(cluster, "unfinished-x"), { recursive: true })
  fs.writeFileSync(join(cluster, "unfinished-x/PG_VERSION"), "18\n")
  fs.mkdirSync(join(cluster, "base"))
  await run(start())
})

it("reports the first error line of initdb without the cleanup messages that follow", async () => {
  const script =
    "echo 'initdb: error: could not write: No space left' >&2; echo 'initdb: removing' >&2; exit 1"
  const error = await run(Effect.flip(Effect.scoped(start(programs(script)))))
  expect(error.message).toBe("Could not create the database: initdb: error: could not write: No space left")
})

it("reports an error if the path of the database folder is a file", async () => {
  fs.mkdirSync(dataDir())
  fs.writeFileSync(join(dataDir(), "postgres"), "")
  const error = await run(Effect.flip(Effect.scoped(start())))
  expect(error.message).toMatch(/^Cannot use .*postgres.*: it is not a directory\.$/)
})

it("reports the last lines of initdb's output if no line is marked as an error", async () => {
  const error = await run(
    Effect.flip(Effect.scoped(start(programs("echo 'No space left on device' >&2; exit 1"))))
  )
  expect(error.message).toBe("Could not create the database: No space left on device")
})
