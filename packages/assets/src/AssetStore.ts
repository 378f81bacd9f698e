import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AssetFailure } from "./AssetErrors.ts"
import type { AssetFolder } from "./AssetFolder.ts"
import type { AssetKind } from "./AssetKind.ts"
import type { CacheRoom } from "./Bound.ts"

export interface AssetStoreShape {
  /** Creates the folder of the kind, which only our user may enter. Deletes incomplete files of killed processes. */
  readonly prepare: (kind: AssetKind) => Effect.Effect<void, AssetFailure>
  /** Returns the folder of an item. Dies with a `RangeError` if the item id is invalid. */
  readonly folder: (kind: AssetKind, itemId: string) => AssetFolder
  /**
   * Prevents all processes from evicting or sweeping the item while `isBusy` returns true. `isBusy` is called every 30
   * s. If this process is killed, the lease remains valid for up to two more minutes.
   */
  readonly lease: (
    kind: AssetKind,
    itemId: string,
    isBusy: () => boolean
  ) => Effect.Effect<void, AssetFailure>
  /** Evicts unused items until the kind is within its limits, and returns the space in use. See `Bound.ts`. */
  readonly enforceBound: (
    kind: AssetKind,
    isBusy: (itemId: string) => boolean
  ) => Effect.Effect<CacheRoom, AssetFailure>
  /** Deletes the folders of items that `existing` does not return, and returns their ids. See `Sweep.ts`. */
  readonly sweep: <E, R>(
    kind: AssetKind,
    isBusy: (itemId: string) => boolean,
    existing: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  ) => Effect.Effect<ReadonlyArray<string>, E | AssetFailure, R>
}

/** Stores files that are generated from items and can be regenerated. The live layer is in `LiveAssetStore.ts`. */
export class AssetStore extends Context.Tag("@media/assets/AssetStore")<AssetStore, AssetStoreShape>() {}
