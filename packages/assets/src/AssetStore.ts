import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AssetFailure } from "./AssetErrors.ts"
import type { AssetFolder } from "./AssetFolder.ts"
import type { AssetKind } from "./AssetKind.ts"
import type { CacheRoom } from "./Bound.ts"

export interface AssetStoreShape {
  /**
   * Creates the folder of the kind, which only our user may enter, and removes half-written files of killed processes.
   */
  readonly prepare: (kind: AssetKind) => Effect.Effect<void, AssetFailure>
  /** Dies with a `RangeError` for an invalid item id. */
  readonly folder: (kind: AssetKind, itemId: string) => AssetFolder
  /**
   * No process evicts or sweeps the item while `isBusy`, which is checked every 30 s, or for up to two minutes after
   * this process is killed.
   */
  readonly lease: (
    kind: AssetKind,
    itemId: string,
    isBusy: () => boolean
  ) => Effect.Effect<void, AssetFailure>
  /** Evicts unused items until the kind is within its limits, then measures; see `Bound.ts`. */
  readonly enforceBound: (
    kind: AssetKind,
    isBusy: (itemId: string) => boolean
  ) => Effect.Effect<CacheRoom, AssetFailure>
  /** Removes the folders of items that `existing` does not return; see `Sweep.ts`. */
  readonly sweep: <E, R>(
    kind: AssetKind,
    isBusy: (itemId: string) => boolean,
    existing: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  ) => Effect.Effect<ReadonlyArray<string>, E | AssetFailure, R>
}

/** Files that are generated from items and can be regenerated. Live layer: `LiveAssetStore.ts`. */
export class AssetStore extends Context.Tag("@media/assets/AssetStore")<AssetStore, AssetStoreShape>() {}
