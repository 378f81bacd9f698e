import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AssetFailure } from "./AssetErrors.ts"
import type { AssetFolder } from "./AssetFolder.ts"
import type { AssetKind } from "./AssetKind.ts"
import type { CacheRoom } from "./Bound.ts"

export interface AssetStoreShape {
  /**
   * Creates the folder of the kind, accessible only to the server's user. Deletes temporary files and leases that
   * killed processes left behind.
   */
  readonly prepare: (kind: AssetKind) => Effect.Effect<void, AssetFailure>
  /** Returns the folder of an item. Dies with a `RangeError` if the item id is invalid. */
  readonly folder: (kind: AssetKind, itemId: string) => AssetFolder
  /**
   * Takes a lease that prevents all processes from evicting or sweeping the item. Every 30 s, the lease is renewed if
   * `isBusy` returns true, and released otherwise. If this process is killed, the lease remains valid for up to two
   * more minutes.
   */
  readonly lease: (
    kind: AssetKind,
    itemId: string,
    isBusy: () => boolean
  ) => Effect.Effect<void, AssetFailure>
  /**
   * Evicts the least recently used items until the kind is within its limits, and returns the space in use. See
   * `Bound.ts`.
   */
  readonly enforceBound: (
    kind: AssetKind,
    isBusy: (itemId: string) => boolean
  ) => Effect.Effect<CacheRoom, AssetFailure>
  /**
   * Deletes the folders of items that no longer exist, and returns their ids. `existing` returns those of the given ids
   * whose items exist. See `Sweep.ts`.
   */
  readonly sweep: <E, R>(
    kind: AssetKind,
    isBusy: (itemId: string) => boolean,
    existing: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  ) => Effect.Effect<ReadonlyArray<string>, E | AssetFailure, R>
}

/** Stores files that are generated from items and can be regenerated. The live layer is in `LiveAssetStore.ts`. */
export class AssetStore extends Context.Tag("@media/assets/AssetStore")<AssetStore, AssetStoreShape>() {}
