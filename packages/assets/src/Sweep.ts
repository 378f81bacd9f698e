import * as Effect from "effect/Effect"
import { type AssetFailure, toAssetFailure } from "./AssetErrors.ts"
import { AssetFolder } from "./AssetFolder.ts"
import type { AssetKind } from "./AssetKind.ts"
import { isItemId, itemFolder } from "./AssetPaths.ts"
import { isLeased } from "./Leases.ts"

/** Number of ids per database query. */
const CHUNK = 500

/**
 * Deletes the folders of items that no longer exist, and returns the ids of these items. Skips folders in which a
 * process is working, and leaves them to the next sweep. The folder of an item that is added during the sweep is safe:
 * folders are listed before the database is queried, and an item always exists before its folder.
 */
export const sweepKind = <E, R>(
  kind: AssetKind,
  isBusy: (itemId: string) => boolean,
  nowMs: number,
  existing: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
): Effect.Effect<ReadonlyArray<string>, E | AssetFailure, R> =>
  Effect.gen(function* () {
    const ids = (yield* fromDisk(() => listIds(kind))).filter((id) => isItemId(id) && !isBusy(id))
    const removed: Array<string> = []
    for (let at = 0; at < ids.length; at += CHUNK) {
      const chunk = ids.slice(at, at + CHUNK)
      const present = yield* existing(chunk)
      for (const id of chunk) {
        if (present.has(id)) continue
        const folder = new AssetFolder(itemFolder(kind.folder, id))
        if (yield* fromDisk(async () => isLeased(folder, await folder.names(), nowMs))) continue
        yield* fromDisk(() => folder.remove())
        removed.push(id)
      }
    }
    return removed
  })

/** Returns the ids of all item folders, or an empty list before the first use of the cache. */
const listIds = (kind: AssetKind): Promise<ReadonlyArray<string>> => new AssetFolder(kind.folder).names()

const fromDisk = <A>(read: () => Promise<A>) => Effect.tryPromise({ try: read, catch: toAssetFailure })
