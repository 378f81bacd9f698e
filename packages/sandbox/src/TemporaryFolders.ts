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

/** `media-<use>-<namespace>-<process>-<start of the process>-<random>`, in base 36. */
const NAME = /^media-(?:bait|plugin|sandbox)-([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)-[^/]+$/
/** No run takes this long, so the process must have been killed, even if it ran in another container. */
const OLD_MILLIS = 24 * 60 * 60_000

const base36 = (text: string): string => Number(text).toString(36)

/** The start time of a process, in ticks since boot. Undefined if it has ended. */
const startOf = (pid: string): string | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19]
  } catch {
    return undefined
  }
}

/** Process ids mean nothing in another container that shares the temporary folder. */
const namespace = (): string => {
  try {
    return base36(/\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0")
  } catch {
    return "0"
  }
}

const base = (): string => {
  const found = realpathSync(tmpdir())
  // The setup script compares mount points as the kernel writes them, with all other characters escaped.
  return /^[\w./-]+$/.test(found) ? found : "/tmp"
}

/** Makes a private folder that only contains files and empty folders, and removes it with the scope. */
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

/** Removes the folders of killed processes. Never recursive, so a folder that contains a mount point is left alone. */
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
        // Another process is removing it as well.
      }
    }
  })
