import type { AssetFailure } from "@media/assets/AssetErrors"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export interface PreviewStoreShape {
  /**
   * Counts the sheets of this version that were created at `since` (ms since 1970) or later. Starts with the first
   * sheet, and stops at a sheet that is missing or older.
   */
  readonly sheets: (itemId: string, version: string, since: number) => Effect.Effect<number, AssetFailure>
  readonly writeSheet: (
    itemId: string,
    version: string,
    index: number,
    bytes: Buffer
  ) => Effect.Effect<void, AssetFailure>
  /** Stores the clip in `file`. Returns false and stores no clip if the file contains no frame. */
  readonly keepClip: (itemId: string, version: string, file: string) => Effect.Effect<boolean, AssetFailure>
  readonly hasClip: (itemId: string, version: string, since: number) => Effect.Effect<boolean, AssetFailure>
  /** Returns the path of a sheet, even if the sheet does not exist yet. */
  readonly sheetPath: (itemId: string, version: string, index: number) => string
  readonly clipPath: (itemId: string, version: string) => string
  /** Deletes the previews of an item, except those of `versions`. */
  readonly keepOnly: (itemId: string, versions: ReadonlyArray<string>) => Effect.Effect<void, AssetFailure>
  /** Deletes the folders of items that `existing` does not return. Returns the number of deleted folders. */
  readonly sweep: <E, R>(
    existing: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  ) => Effect.Effect<number, E | AssetFailure, R>
}

/** Stores the bytes of trickplay sheets and clips in the cache. Live layer: `LivePreviewStore.ts`. */
export class PreviewStore extends Context.Tag("@media/pictures/PreviewStore")<
  PreviewStore,
  PreviewStoreShape
>() {}
