import { randomBytes } from "node:crypto"
import { rm, stat, utimes, writeFile } from "node:fs/promises"
import type { AssetFolder } from "./AssetFolder.ts"
import { isLease, leaseName } from "./AssetPaths.ts"

/**
 * A lease is valid for this many milliseconds after its last renewal. Leases are renewed every 30 s, so a process
 * counts as dead after four missed renewals.
 */
const LEASE_MS = 120_000

/** True if a running process, including this one, holds a valid lease on the folder. */
export const isLeased = async (
  folder: AssetFolder,
  names: ReadonlyArray<string>,
  nowMs: number
): Promise<boolean> => {
  for (const name of names.filter(isLease)) {
    const facts = await stat(folder.file(name)).catch(() => undefined)
    if (facts !== undefined && nowMs - facts.mtimeMs < LEASE_MS) return true
  }
  return false
}

interface Held {
  readonly folder: AssetFolder
  readonly isBusy: () => boolean
}

/**
 * The leases of this process. A lease is a file in the folder on which the process is working. Every process that
 * shares the cache respects the lease. If a process is killed, its leases expire.
 */
export class Leases {
  private readonly name = leaseName(randomBytes(6).toString("hex"))
  private readonly held = new Map<string, Held>()

  /**
   * Takes a lease. If `isBusy` returns false at a renewal, the lease ends. If the lease cannot be written, rejects with
   * an errno error. In this case, assets could not be written to the folder either.
   */
  async take(folder: AssetFolder, isBusy: () => boolean, nowMs: number): Promise<void> {
    this.held.set(folder.directory, { folder, isBusy })
    await this.renew(folder, nowMs)
  }

  async renewAll(nowMs: number): Promise<void> {
    for (const [directory, { folder, isBusy }] of this.held) {
      if (isBusy()) {
        // The folder may have been deleted, or its disk disconnected. The error is ignored here, because the next write
        // of an asset will report it.
        await this.renew(folder, nowMs).catch(() => {})
      } else {
        this.held.delete(directory)
        await this.release(folder)
      }
    }
  }

  async releaseAll(): Promise<void> {
    for (const { folder } of this.held.values()) await this.release(folder)
    this.held.clear()
  }

  private async renew(folder: AssetFolder, nowMs: number): Promise<void> {
    const path = folder.file(this.name)
    await utimes(path, nowMs / 1_000, nowMs / 1_000).catch(async () => {
      await writeFile(path, "")
      await utimes(path, nowMs / 1_000, nowMs / 1_000)
    })
  }

  private async release(folder: AssetFolder): Promise<void> {
    await rm(folder.file(this.name), { force: true }).catch(() => {})
  }
}
