import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { DataDirInUse, DataDirUnusable, reasonOf } from "./errors.ts"
import type { Layout } from "./Layout.ts"
import { startedAt } from "./Process.ts"

interface Holder {
  readonly pid: number
  readonly startedAt: string
  readonly token: string
}

/**
 * Locks the data directory until the scope closes. Fails with `DataDirInUse`, which names the process that has locked
 * it. The lock ensures that only one of several launchers creates the cluster or cleans up after a crash.
 */
export const hold = (layout: Layout): Effect.Effect<void, DataDirInUse | DataDirUnusable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({ try: () => take(layout), catch: (error) => explain(layout, error) }),
    (token) => Effect.sync(() => release(layout.lockFile, token))
  ).pipe(Effect.asVoid)

const take = (layout: Layout): string => {
  const own: Holder = { pid: process.pid, startedAt: startedAt(process.pid) ?? "", token: randomUUID() }
  const draft = `${layout.lockFile}.${own.token}`
  fs.writeFileSync(draft, JSON.stringify(own), { flag: "wx", mode: 0o644 })
  try {
    // Create the lock file as a hard link to a complete file, so that no process ever reads a partial lock file.
    for (;;) {
      try {
        fs.linkSync(draft, layout.lockFile)
        return own.token
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      }
      const holder = read(layout.lockFile)
      if (holder !== undefined && isAlive(holder)) throw inUse(layout, holder)
      clearStale(layout, holder)
    }
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

const isAlive = (holder: Holder) => startedAt(holder.pid) === holder.startedAt

/**
 * Removes a stale lock. Renames it first, because only one of several processes can succeed in renaming it. If the
 * renamed file turns out to be the new lock of another process, puts it back.
 */
const clearStale = (layout: Layout, stale: Holder | undefined) => {
  const aside = `${layout.lockFile}.${randomUUID()}`
  try {
    fs.renameSync(layout.lockFile, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return
    throw error
  }
  const caught = read(aside)
  if (caught !== undefined && caught.token !== stale?.token) {
    fs.linkSync(aside, layout.lockFile)
    fs.rmSync(aside)
    throw inUse(layout, caught)
  }
  fs.rmSync(aside)
}

const release = (lockFile: string, token: string) => {
  if (read(lockFile)?.token === token) fs.rmSync(lockFile, { force: true })
}

const read = (file: string): Holder | undefined => {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as Holder
  } catch {
    return undefined
  }
}

const inUse = (layout: Layout, holder: Holder) =>
  new DataDirInUse({ dataDir: layout.dataDir, holder: `process ${holder.pid}` })

const explain = (layout: Layout, error: unknown) =>
  error instanceof DataDirInUse
    ? error
    : new DataDirUnusable({ path: layout.dataDir, reason: reasonOf(error) })
