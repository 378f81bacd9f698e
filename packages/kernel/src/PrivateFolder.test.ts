import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { keepStatePrivate, narrowDataDir, privateFolder } from "./PrivateFolder.ts"

let base = ""
beforeEach(() => {
  base = fs.mkdtempSync(join(tmpdir(), "media-private-"))
})
afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

const modeOf = (folder: string) => (fs.statSync(folder).mode & 0o7777).toString(8)
const wide = (...parts: ReadonlyArray<string>) => {
  const folder = join(base, ...parts)
  fs.mkdirSync(folder, { recursive: true })
  fs.chmodSync(folder, 0o755)
  return folder
}

it("creates missing parent folders as private regardless of the umask", async () => {
  await privateFolder(join(base, "data/cache/hls"))
  for (const name of ["data", "data/cache", "data/cache/hls"]) expect(modeOf(join(base, name))).toBe("700")
})

it("restricts folders that an earlier version made readable for all users", async () => {
  const data = wide("data")
  const cache = wide("data/cache")
  fs.writeFileSync(join(data, "postgres.log"), "")
  await Effect.runPromise(keepStatePrivate({ dataDir: data, cacheDir: cache }))
  expect([modeOf(data), modeOf(cache)]).toEqual(["700", "700"])
})

it("keeps the mode of a data folder that contains unrelated files, but makes the folders in it private", async () => {
  const data = wide("data")
  const cache = wide("data/cache")
  fs.writeFileSync(join(data, "thesis.odt"), "")
  await Effect.runPromise(keepStatePrivate({ dataDir: data, cacheDir: cache }))
  expect([modeOf(data), modeOf(cache)]).toEqual(["755", "700"])
})

it("leaves the mode of a cache folder that the operator chose unchanged", async () => {
  const cache = wide("elsewhere")
  await Effect.runPromise(keepStatePrivate({ dataDir: wide("data"), cacheDir: cache }))
  expect(modeOf(cache)).toBe("755")
})

it("leaves the mode of a shared folder unchanged", async () => {
  const shared = wide("shared")
  fs.chmodSync(shared, 0o1777)
  const passed = wide("passed")
  fs.chmodSync(passed, 0o710)
  for (const folder of [shared, passed]) await narrowDataDir(folder)
  expect([modeOf(shared), modeOf(passed)]).toEqual(["1777", "710"])
})

it("fails with the file system's error instead of retrying forever", async () => {
  fs.writeFileSync(join(base, "file"), "")
  await expect(privateFolder(join(base, "file/below"))).rejects.toThrow("ENOTDIR")
  await expect(privateFolder(join(base, "file"))).rejects.toThrow("EEXIST")
  if (process.platform === "linux")
    await expect(privateFolder("/proc/none/below")).rejects.toThrow(/ENOENT|EACCES/)
})

it("does not create a missing data directory", async () => {
  await Effect.runPromise(keepStatePrivate({ dataDir: join(base, "none"), cacheDir: join(base, "cache") }))
  expect(fs.readdirSync(base)).toEqual([])
})
