import { spawnSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"
import { root } from "./Bundle.ts"
import { temporary } from "./Product.ts"

const run = (...command: ReadonlyArray<string>): boolean =>
  spawnSync(command[0]!, command.slice(1)).status === 0

/** True if this process may mount file systems. In a container, even root often may not. */
export const isRoot = ((): boolean => {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return false
  const folder = temporary("mount")
  const isAble = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder)
  if (isAble) run("umount", "-l", folder)
  rmdirSync(folder)
  return isAble
})()

const mounted: Array<string> = []

const must = (...command: ReadonlyArray<string>): void => {
  if (!run(...command)) throw new Error(`failed: ${command.join(" ")}`)
}

/** Mounts a folder at another path. Returns a function that unmounts it, even if files below the path are open. */
export const bindMount = (from: string, to: string): (() => void) => {
  must("mount", "--bind", from, to)
  mounted.push(to)
  return () => must("umount", "-l", to)
}

/**
 * Mounts this installation read-only at a path that every account can access, because the project itself may be in a
 * folder that only root can access. Use the returned function to remove the mount. Deleting the folder would delete the
 * files of the project.
 */
export const reachableInstallation = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = temporary("installation")
  const parts = ["dist", "migrations", "node_modules", "packages"].map((part) => {
    const mountPoint = join(folder, part)
    mkdirSync(mountPoint)
    const unmount = bindMount(join(root, part), mountPoint)
    must("mount", "-o", "remount,bind,ro", mountPoint)
    return { mountPoint, unmount }
  })
  const remove = () => {
    for (const { mountPoint, unmount } of parts) {
      unmount()
      rmdirSync(mountPoint)
    }
    rmdirSync(folder)
  }
  return { folder, remove }
}

export const tmpfs = (folder: string, options: string): void => {
  mkdirSync(folder, { recursive: true })
  must("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder)
  mounted.push(folder)
}

export const remount = (folder: string, options: string): void =>
  must("mount", "-o", `remount,${options}`, folder)

/**
 * Limits a test disk to the inodes that it currently uses. Retries, because the product may create a file at the same
 * time.
 */
export const leaveNoInodes = (folder: string, options: string): void => {
  for (let left = 20; ; left -= 1) {
    const { ffree, files } = statfsSync(folder)
    if (run("mount", "-o", `remount,${options},nr_inodes=${files - ffree}`, folder)) return
    if (left === 0) throw new Error(`failed: to leave no inodes at ${folder}`)
  }
}

/** Fills a test disk except for `leaving` bytes. Returns a function that frees the space. */
export const fill = (folder: string, leaving: number): (() => void) => {
  const filler = join(folder, "filler.bin")
  const chunk = Buffer.alloc(2 ** 20)
  const file = openSync(filler, "w")
  try {
    for (;;) {
      // The free space is read again for each chunk, because the product writes to this disk at the same time.
      const { bavail, bsize } = statfsSync(folder)
      const missing = bavail * bsize - leaving
      if (missing <= 0) break
      if (!wasWritten(file, chunk.subarray(0, missing))) break
    }
  } finally {
    closeSync(file)
  }
  return () => rmSync(filler)
}

/** Returns true if the disk had space for the bytes. */
const wasWritten = (file: number, bytes: Buffer): boolean => {
  try {
    writeSync(file, bytes)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false
    throw error
  }
}

/** Unmounts all folders. Must be called in `afterAll`. A folder may have been mounted several times. */
export const unmountAll = (): void => {
  for (const folder of mounted.splice(0)) run("umount", "-l", folder)
}
