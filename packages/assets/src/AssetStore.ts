import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AssetFailure } from "./AssetErrors.ts"
import type { AssetFolder } from "./AssetFolder.ts"
import type { AssetKind } from "./AssetKind.ts"
import type { CacheRoom } from "./Bound.ts"

export interface AssetStoreShape {
  /** Makes the folder of the kind, which only our user may enter, and removes what killed processes left half written. */
  readonly prepare: (kind: AssetKind) => Effect.Effect<void, AssetFailure>
  /** Dies with a `RangeError` for an id that no item has. */
  readonly folder: (kind: AssetKind, itemId: string) => AssetFolder
  /**
   * No process evicts or sweeps the item while `isBusy`, which is asked every 30 s, and at most two minutes longer should
   * this process be killed.
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

/** Files that are made from items and can be made again. Live layer: `LiveAssetStore.ts`. */
export class AssetStore extends Context.Tag("@media/assets/AssetStore")<AssetStore, AssetStoreShape>() {}
