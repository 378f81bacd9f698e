import { privateFolder } from "@media/kernel/PrivateFolder"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { toAssetFailure } from "./AssetErrors.ts"
import { AssetFolder } from "./AssetFolder.ts"
import type { AssetKind } from "./AssetKind.ts"
import { isLease, isTemporary, itemFolder } from "./AssetPaths.ts"
import { AssetStore } from "./AssetStore.ts"
import { enforceBound } from "./Bound.ts"
import { Leases } from "./Leases.ts"
import { sweepKind } from "./Sweep.ts"

const RENEW_EVERY = "30 seconds"

/** Provides the store of this process. Releases its leases when the scope closes. */
export const liveAssetStore: Layer.Layer<AssetStore> = Layer.scoped(
  AssetStore,
  Effect.gen(function* () {
    const leases = new Leases()
    yield* Effect.addFinalizer(() => Effect.promise(() => leases.releaseAll()))
    yield* Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.promise(() => leases.renewAll(now))).pipe(
      Effect.delay(RENEW_EVERY),
      Effect.forever,
      Effect.forkScoped
    )

    const folder = (kind: AssetKind, itemId: string) => new AssetFolder(itemFolder(kind.folder, itemId))
    const onDisk = <A>(use: (nowMs: number) => Promise<A>) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.tryPromise({ try: () => use(now), catch: toAssetFailure })
      )
    return {
      prepare: (kind) => onDisk((now) => prepare(kind, now)),
      folder,
      lease: (kind, itemId, isBusy) => onDisk((now) => leases.take(folder(kind, itemId), isBusy, now)),
      enforceBound: (kind, isBusy) => onDisk((now) => enforceBound(kind, isBusy, now)),
      sweep: (kind, isBusy, existing) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => sweepKind(kind, isBusy, now, existing))
    }
  })
)

/**
 * A temporary file counts as abandoned if it was not modified for this many milliseconds. A younger file may belong to
 * another process that shares the cache and is still writing the file.
 */
const ABANDONED_MS = 5 * 60_000

const prepare = async (kind: AssetKind, nowMs: number): Promise<void> => {
  await privateFolder(kind.folder)
  for (const itemId of await readdir(kind.folder)) await removeAbandoned(join(kind.folder, itemId), nowMs)
}

/** Deletes abandoned temporary files and leases in the folder of an item, and one level of subfolders. */
const removeAbandoned = async (folder: string, nowMs: number, isInner = false): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !isInner) await removeAbandoned(path, nowMs, true)
    if (entry.isDirectory() || (!isTemporary(entry.name) && !isLease(entry.name))) continue
    const facts = await stat(path).catch(() => undefined)
    if (facts !== undefined && nowMs - facts.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
  }
}
