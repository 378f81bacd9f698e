import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { layoutOf } from "./Layout.ts"
import { hold } from "./LockFile.ts"

let dataDir = ""

beforeEach(() => {
  dataDir = fs.mkdtempSync(join(tmpdir(), "media-lock-"))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const taken = () => Effect.runPromise(Effect.scoped(hold(layoutOf(dataDir))).pipe(Effect.as("taken")))
const write = (text: string) => fs.writeFileSync(layoutOf(dataDir).lockFile, text)

it("removes the lock file when the scope closes", async () => {
  expect(await taken()).toBe("taken")
  expect(fs.readdirSync(dataDir)).toEqual([])
})

it("refuses the lock while another process has locked the directory", async () => {
  const second = Effect.gen(function* () {
    yield* hold(layoutOf(dataDir))
    return yield* Effect.flip(Effect.scoped(hold(layoutOf(dataDir))))
  })
  const error = await Effect.runPromise(Effect.scoped(second))
  expect(error.message).toBe(`The data directory ${dataDir} is already in use by process ${process.pid}.`)
})

it.each([
  ["of a dead process", JSON.stringify({ pid: 2 ** 22 + 1, startedAt: "1", token: "t" })],
  [
    "whose pid now belongs to another process",
    JSON.stringify({ pid: process.pid, startedAt: "1", token: "t" })
  ],
  ["that is not valid JSON", "{"]
])("replaces a lock %s", async (_, text) => {
  write(text)
  expect(await taken()).toBe("taken")
  expect(fs.readdirSync(dataDir)).toEqual([])
})

it("gives the lock to exactly one of many launchers that find a stale lock", async () => {
  write(JSON.stringify({ pid: 2 ** 22 + 1, startedAt: "1", token: "t" }))
  const tries = Effect.all(
    Array.from({ length: 20 }, () => Effect.either(hold(layoutOf(dataDir)))),
    { concurrency: "unbounded" }
  )
  const outcomes = await Effect.runPromise(Effect.scoped(tries))
  expect(outcomes.filter((outcome) => outcome._tag === "Right").length).toBe(1)
})
