import type { AssetFailure } from "@media/assets/AssetErrors"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export interface PreviewStoreShape {
  /**
   * The number of consecutive sheets of this version, from the first, that were made at `since` (ms since 1970) or
   * later.
   */
  readonly sheets: (itemId: string, version: string, since: number) => Effect.Effect<number, AssetFailure>
  readonly writeSheet: (
    itemId: string,
    version: string,
    index: number,
    bytes: Buffer
  ) => Effect.Effect<void, AssetFailure>
  /** Stores a clip from another file. Returns false and stores nothing if the file contains no frame. */
  readonly keepClip: (itemId: string, version: string, file: string) => Effect.Effect<boolean, AssetFailure>
  readonly hasClip: (itemId: string, version: string, since: number) => Effect.Effect<boolean, AssetFailure>
  /** The path of a sheet, whether or not it exists yet. */
  readonly sheetPath: (itemId: string, version: string, index: number) => string
  readonly clipPath: (itemId: string, version: string) => string
  /** Deletes previews of all other versions. */
  readonly keepOnly: (itemId: string, versions: ReadonlyArray<string>) => Effect.Effect<void, AssetFailure>
  /** Removes the folders of items that `existing` does not return. Returns how many it removed. */
  readonly sweep: <E, R>(
    existing: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  ) => Effect.Effect<number, E | AssetFailure, R>
}

/** The bytes of trickplay sheets and clips, in the cache. Live layer: `LivePreviewStore.ts`. */
export class PreviewStore extends Context.Tag("@media/pictures/PreviewStore")<
  PreviewStore,
  PreviewStoreShape
>() {}
