import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { execFileSync } from "node:child_process"
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile, type PinnedFile } from "./PinnedFile.ts"

const folder = mkdtempSync(join(tmpdir(), "media-pinned-"))
const root = join(folder, "root")
mkdirSync(root)
writeFileSync(join(folder, "secret"), "secret")
writeFileSync(join(root, "video"), "video")
afterAll(() => rmSync(folder, { recursive: true }))

const pinned = <A>(name: string, use: (file: PinnedFile) => A) =>
  Effect.runPromise(Effect.either(Effect.scoped(Effect.map(pinFile(root, join(root, name)), use))))
const codeOf = async (name: string) =>
  Either.match(await pinned(name, () => "opened"), {
    onLeft: ({ code }: FileUnopenable) => code as string,
    onRight: (text) => text
  })

it.skipIf(process.platform !== "linux")(
  "lets tools read the opened file even if another file replaces it",
  async () => {
    const path = join(root, "video")
    const read = await pinned("video", (file) => {
      renameSync(path, join(root, "kept"))
      symlinkSync(join(folder, "secret"), path)
      return [execFileSync("cat", [String(file.path)]).toString(), readFileSync(file.path, "utf8"), file.size]
    })
    expect(read).toEqual(Either.right(["video", "video", 5]))
    expect(await codeOf("video")).toBe("outside-root")
    rmSync(path)
    renameSync(join(root, "kept"), path)
  }
)

it("explains why a file cannot be opened", async () => {
  execFileSync("mkfifo", [join(root, "fifo")])
  mkdirSync(join(root, "folder"))
  symlinkSync("round", join(root, "round"))
  symlinkSync("/dev/null", join(root, "device"))
  symlinkSync("video", join(root, "inside"))
  expect(await codeOf("nothing")).toBe("not-found")
  expect(await codeOf("video/x")).toBe("not-found")
  expect(await codeOf("fifo")).toBe("not-a-file")
  expect(await codeOf("folder")).toBe("not-a-file")
  expect(await codeOf("round")).toBe("not-a-file")
  expect(await codeOf("device")).toBe("outside-root")
  expect(await codeOf("inside")).toBe("opened")
})

it("never opens a file outside the root, even if the name is constantly swapped", async () => {
  const path = join(root, "raced")
  let isOver = false
  const swapping = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const next = join(root, "next")
      if (n % 2 === 0) symlinkSync(join(folder, "secret"), next)
      else linkSync(join(root, "video"), next)
      renameSync(next, path)
      // If `next` and `path` are names of the same file, `renameSync` does nothing and keeps both names.
      rmSync(next, { force: true })
      await new Promise((resolve) => setImmediate(resolve))
    }
    return 0
  })()
  const seen = new Set<string>()
  for (let n = 0; n < 300; n += 1) {
    const found = await pinned("raced", (file) => readFileSync(file.path, "utf8"))
    seen.add(Either.isRight(found) ? found.right : found.left.code)
  }
  isOver = true
  await swapping
  expect([...seen].filter((one) => !["video", "outside-root", "not-found"].includes(one))).toEqual([])
  expect(seen.has("video")).toBe(true)
})
