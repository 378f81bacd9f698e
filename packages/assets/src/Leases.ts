import { randomBytes } from "node:crypto"
import { rm, stat, utimes, writeFile } from "node:fs/promises"
import type { AssetFolder } from "./AssetFolder.ts"
import { isLease, leaseName } from "./AssetPaths.ts"

/**
 * Validity of a lease in milliseconds. A lease is renewed every 30 s. After four missed renewals, its process counts as
 * dead.
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
 * Marks the folders in which this process is working with a file in each folder. Every process that shares the cache
 * reads these files. The files of a killed process become invalid when they are too old.
 */
export class Leases {
  private readonly name = leaseName(randomBytes(6).toString("hex"))
  private readonly held = new Map<string, Held>()

  /**
   * Creates a lease. The lease lasts until a renewal finds that `isBusy` returns false. Rejects with errno errors,
   * which mean that assets cannot be written to the folder.
   */
  async take(folder: AssetFolder, isBusy: () => boolean, nowMs: number): Promise<void> {
    this.held.set(folder.directory, { folder, isBusy })
    await this.renew(folder, nowMs)
  }

  async renewAll(nowMs: number): Promise<void> {
    for (const [directory, { folder, isBusy }] of this.held) {
      if (isBusy()) {
        // The directory may have been deleted, or its disk disconnected. The next write reports the reason.
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
