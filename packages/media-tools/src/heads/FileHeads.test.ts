import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { FileHeads } from "./FileHeads.ts"

const root = mkdtempSync(join(tmpdir(), "media-heads-"))
const heads = new FileHeads()
afterAll(() => {
  heads.close()
  rmSync(root, { recursive: true, force: true })
})

const read = async (...names: ReadonlyArray<string>) => {
  const paths = names.map((name) => Buffer.from(join(root, name)))
  return (await heads.read({ root: Buffer.from(root), paths, bytes: 4 })).map((head) => head?.toString())
}

it("reads only the beginnings of regular files in the root", async () => {
  const outside = mkdtempSync(join(tmpdir(), "media-outside-"))
  writeFileSync(join(outside, "secret"), "secret")
  writeFileSync(join(root, "long"), "123456789")
  writeFileSync(join(root, "short ü"), "12")
  writeFileSync(join(root, "empty"), "")
  mkdirSync(join(root, "folder"))
  symlinkSync("long", join(root, "link"))
  symlinkSync(outside, join(root, "away"))
  execFileSync("mkfifo", [join(root, "fifo")])
  expect(await read("long", "short ü", "empty")).toEqual(["1234", "12", ""])
  expect(await read("none", "folder", "link", "away/secret", "fifo", "../", "long")).toEqual([
    ...Array.from({ length: 6 }, () => undefined),
    "1234"
  ])
  rmSync(outside, { recursive: true })
})

it("rejects pending requests when the thread ends, then starts a new thread", async () => {
  const asked = Promise.allSettled([read("long"), read("short ü")])
  heads.close()
  expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(await Promise.all([read("long"), read("short ü")])).toEqual([["1234"], ["12"]])
})
