import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { linkLibraries } from "./Libraries.ts"

let folder = ""

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "media-libraries-"))
  fs.mkdirSync(join(folder, "native/lib"), { recursive: true })
  fs.writeFileSync(join(folder, "native/lib/libx.so.60.2"), "library")
  const links = [{ source: "native/lib/libx.so.60.2", target: "native/lib/libx.so.60" }]
  fs.writeFileSync(join(folder, "native/pg-symlinks.json"), JSON.stringify(links))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const target = () => join(folder, "native/lib/libx.so.60")

it("creates missing library links in the package", () => {
  expect(linkLibraries(folder, join(folder, "fallback"))).toBeUndefined()
  expect(linkLibraries(folder, join(folder, "fallback"))).toBeUndefined()
  expect(fs.readFileSync(target(), "utf8")).toBe("library")
  expect(fs.existsSync(join(folder, "fallback"))).toBe(false)
})

it.skipIf(process.getuid?.() === 0)("creates the library links elsewhere if the package is read-only", () => {
  fs.chmodSync(join(folder, "native/lib"), 0o555)
  const fallback = join(folder, "fallback")
  expect(linkLibraries(folder, fallback)).toBe(`${fallback}:${join(folder, "native/lib")}`)
  expect(fs.readFileSync(join(fallback, "libx.so.60"), "utf8")).toBe("library")
  fs.chmodSync(join(folder, "native/lib"), 0o755)
})
