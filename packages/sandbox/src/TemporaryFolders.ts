import * as Effect from "effect/Effect"
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  unlinkSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Scope from "effect/Scope"

export type FolderUse = "bait" | "plugin" | "sandbox"

/** Matches `media-<use>-<namespace>-<process>-<start of the process>-<random>`, where numbers are in base 36. */
const NAME = /^media-(?:bait|plugin|sandbox)-([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)-[^/]+$/
/** Age in milliseconds after which any folder is deleted, even one of another container. No run takes this long, so the process that created the folder was killed. */
const OLD_MILLIS = 24 * 60 * 60_000

const base36 = (text: string): string => Number(text).toString(36)

/** Returns the start time of a process in ticks since boot, or undefined if the process has ended. */
const startOf = (pid: string): string | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19]
  } catch {
    return undefined
  }
}

/**
 * Returns the id of the process id namespace. Process ids have no meaning in other containers, which may share the
 * temporary folder.
 */
const namespace = (): string => {
  try {
    return base36(/\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0")
  } catch {
    return "0"
  }
}

const base = (): string => {
  const found = realpathSync(tmpdir())
  // The setup script compares paths with the kernel's list of mount points. In this list, characters other than these
  // may be escaped.
  return /^[\w./-]+$/.test(found) ? found : "/tmp"
}

/** Creates a private folder and deletes it with the scope. The folder may contain only files and empty folders. */
export const temporaryFolder = (use: FolderUse): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const owner = [namespace(), process.pid.toString(36), base36(startOf("self") ?? "0")].join("-")
      return mkdtempSync(join(base(), `media-${use}-${owner}-`))
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

const isLeft = (folder: string, now: number): boolean => {
  const [, space, pid, start] = NAME.exec(folder.slice(folder.lastIndexOf("/") + 1)) ?? []
  const { mtimeMs, uid } = lstatSync(folder)
  if (space === undefined || uid !== process.getuid?.()) return false
  if (now - mtimeMs > OLD_MILLIS) return true
  const living = startOf(String(Number.parseInt(pid!, 36)))
  return space !== "0" && space === namespace() && (living === undefined || base36(living) !== start)
}

/**
 * Deletes the folders of killed processes. Does not delete recursively, so that a folder with a mount point is left
 * untouched.
 */
export const removeLeftFolders = (now: number): Effect.Effect<void> =>
  Effect.sync(() => {
    const root = base()
    for (const name of readdirSync(root).filter((each) => NAME.test(each))) {
      const folder = join(root, name)
      try {
        if (!isLeft(folder, now)) continue
        const entries = readdirSync(folder, { withFileTypes: true })
        for (const entry of entries) if (entry.isDirectory()) rmdirSync(join(folder, entry.name))
        for (const entry of entries) if (!entry.isDirectory()) unlinkSync(join(folder, entry.name))
        rmdirSync(folder)
      } catch {
        // Another process is deleting the same folder.
      }
    }
  })
