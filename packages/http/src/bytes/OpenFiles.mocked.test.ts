import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { FileHandle } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { expect, it, vi } from "vitest"
import { withOpenFile } from "./OpenFiles.ts"

const closed = vi.hoisted(() => ({ count: 0 }))
vi.mock("node:fs/promises", async (original) => {
  const real = await original<{ open: (path: string) => Promise<FileHandle> }>()
  const open = async (...args: [string]) => {
    const handle = await real.open(...args)
    const close = handle.close.bind(handle)
    handle.close = async () => {
      await close()
      closed.count += 1
      throw Object.assign(new Error("ENOTCONN"), { code: "ENOTCONN", syscall: "close" })
    }
    return handle
  }
  return { ...real, open }
})

it("survives a mount that disappears while a file on it is closed", async () => {
  const root = mkdtempSync(join(tmpdir(), "open-"))
  const path = join(root, "video")
  writeFileSync(path, "video")
  const unhandled = vi.fn()
  process.on("unhandledRejection", unhandled)
  try {
    expect(await withOpenFile({ path, root }, false, ({ info }) => Promise.resolve(info.size))).toBe(5)
    await expect.poll(() => closed.count).toBe(1)
    await setImmediate()
    expect(unhandled).not.toHaveBeenCalled()
  } finally {
    process.off("unhandledRejection", unhandled)
    rmSync(root, { recursive: true })
  }
})
