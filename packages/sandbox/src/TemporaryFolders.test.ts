import * as Effect from "effect/Effect"
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { removeLeftFolders, temporaryFolder } from "./TemporaryFolders.ts"

const DAY = 24 * 60 * 60_000
const root = mkdtempSync(join(tmpdir(), "left-folders-"))
const before = process.env["TMPDIR"]
beforeAll(() => void (process.env["TMPDIR"] = root))
afterAll(() => {
  if (before === undefined) delete process.env["TMPDIR"]
  else process.env["TMPDIR"] = before
  rmSync(root, { recursive: true, force: true })
})

const remove = (now = Date.now()) => Effect.runSync(removeLeftFolders(now))
/** Creates a folder like the one that a killed process with this id leaves behind. */
const leftBy = (name: string, pid: number) => {
  const parts = basename(name).split("-")
  const path = join(root, [...parts.slice(0, 3), pid.toString(36), ...parts.slice(4)].join("-"))
  mkdirSync(join(path, "root"), { recursive: true })
  writeFileSync(join(path, "passwd"), "")
  symlinkSync("/etc/passwd", join(path, "link"))
  return path
}

it.skipIf(process.platform !== "linux")("removes only folders of processes that have ended", () => {
  const { pid: ended } = spawnSync("true")
  Effect.runSync(
    Effect.scoped(
      Effect.gen(function* () {
        const living = yield* temporaryFolder("sandbox")
        const left = leftBy(living, ended!)
        const mounted = leftBy(living, ended! + 4_000_000)
        writeFileSync(join(mounted, "root/file"), "")
        mkdirSync(join(root, "media-other"))
        remove()
        expect([existsSync(living), existsSync(left), existsSync(join(mounted, "root/file"))]).toEqual([
          true,
          false,
          true
        ])
      })
    )
  )
  expect(existsSync("/etc/passwd")).toBe(true)
  expect(readdirSync(root).filter((name) => name.includes("sandbox"))).toHaveLength(1)
})

it("deletes folders of a different container after a day", () => {
  const path = join(root, "media-bait-1-1-1-abcdef")
  mkdirSync(path)
  remove()
  expect(existsSync(path)).toBe(true)
  remove(Date.now() + 2 * DAY)
  expect(existsSync(path)).toBe(false)
  expect(existsSync(join(root, "media-other"))).toBe(true)
})
