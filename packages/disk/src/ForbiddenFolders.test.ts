import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { forbiddenFolder } from "./ForbiddenFolders.ts"

const top = realpathSync(mkdtempSync(join(tmpdir(), "folders-")))
afterAll(() => rmSync(top, { recursive: true }))
const data = join(top, "data")
for (const name of ["media/films", "cache/hls", "postgres/base", "postgres-libraries", "run"]) {
  mkdirSync(join(data, name), { recursive: true })
}
symlinkSync(data, join(top, "link"))

const reasonFor = (path: string, dataDir = data) =>
  Effect.runPromise(
    Effect.withConfigProvider(
      forbiddenFolder(path),
      ConfigProvider.fromMap(new Map([["MEDIA_DATA_DIR", dataDir]]))
    )
  )

it.each([data, join(top, "link")])("allows videos next to the server's own files (%s)", async (dataDir) => {
  for (const name of ["media", "media/films"])
    expect(await reasonFor(join(data, name), dataDir)).toBeUndefined()
  for (const name of ["", "cache", "cache/hls", "postgres", "postgres/base", "postgres-libraries", "run"]) {
    expect([name, await reasonFor(join(data, name), dataDir)]).toEqual([
      name,
      "the server stores its own files in this folder"
    ])
  }
  expect(await reasonFor(top, dataDir)).toBeUndefined()
})

it("allows removable disks and network shares that are mounted below /run", async () => {
  for (const path of ["/run/media/ada/disk", "/run/user/1000/gvfs/smb-share:server=nas,share=films"]) {
    expect([path, await reasonFor(path)]).toEqual([path, undefined])
  }
  for (const path of ["/run", "/run/media", "/run/user/1000", "/run/user/1000/gvfs", "/run/user/1000/bus"]) {
    expect([path, await reasonFor(path)]).toEqual([path, "the folder belongs to the operating system"])
  }
})
