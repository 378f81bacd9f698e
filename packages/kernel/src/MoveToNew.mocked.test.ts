import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import type * as FileSystem from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

// Simulates a disk without hard links (exFAT, some network shares). Only `link` is mocked. All other calls use the real
// disk.
const disk = vi.hoisted(() => ({ hasLinks: true }))
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof FileSystem>()
  return {
    ...real,
    link: (from: Buffer, to: Buffer) =>
      disk.hasLinks
        ? real.link(from, to)
        : Promise.reject(Object.assign(new Error("no hard links"), { code: "EPERM" }))
  }
})
const { moveToNew } = await import("./MoveToNew.ts")

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "move-"))
  writeFileSync(at("from"), "content")
})
afterEach(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)
const move = () => moveToNew(Buffer.from(at("from")), Buffer.from(at("to")))

describe.each([true, false])("moveToNew with hard links: %s", (hasLinks) => {
  beforeEach(() => {
    disk.hasLinks = hasLinks
  })

  it("moves the file to the new name", async () => {
    await move()
    expect(readdirSync(folder)).toEqual(["to"])
    expect(readFileSync(at("to"), "utf8")).toBe("content")
  })

  it("keeps an existing file that has the new name", async () => {
    writeFileSync(at("to"), "another")
    await expect(move()).rejects.toMatchObject({ code: "EEXIST" })
    expect([readFileSync(at("from"), "utf8"), readFileSync(at("to"), "utf8")]).toEqual(["content", "another"])
  })

  it("rejects an existing link that has the new name, even if the link is dangling", async () => {
    symlinkSync(at("nowhere"), at("to"))
    await expect(move()).rejects.toMatchObject({ code: "EEXIST" })
    expect(readdirSync(folder).sort()).toEqual(["from", "to"])
  })
})

it("finishes a move whose process was killed after it had created the placeholder", async () => {
  disk.hasLinks = false
  writeFileSync(at("to"), "")
  await move()
  expect(readdirSync(folder)).toEqual(["to"])
  expect(readFileSync(at("to"), "utf8")).toBe("content")
})

it("removes the placeholder if the source file does not exist", async () => {
  disk.hasLinks = false
  rmSync(at("from"))
  await expect(move()).rejects.toMatchObject({ code: "ENOENT" })
  expect(readdirSync(folder)).toEqual([])
})
