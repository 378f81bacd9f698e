import type { AssetFailure } from "@media/assets/AssetErrors"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PictureForm } from "./PictureFolders.ts"
import type { PictureRole, PictureSet } from "./PictureSet.ts"

/** One file of an item's picture. `version` and `width` are the values with which the picture was stored. */
export interface KeptPicture {
  readonly itemId: string
  readonly version: string
  readonly width: number
  readonly form: PictureForm
  /** Undefined for the picture in lists. */
  readonly role?: PictureRole | undefined
}

export interface PictureStoreShape {
  /** Stores the picture of an item, and replaces the item's previous picture in the same role. */
  readonly write: (itemId: string, set: PictureSet, role?: PictureRole) => Effect.Effect<void, AssetFailure>
  /** Stores another form of a picture that was already stored. */
  readonly add: (picture: KeptPicture, bytes: Buffer) => Effect.Effect<void, AssetFailure>
  /** Returns the bytes of a picture. Undefined if the file was deleted or never created. */
  readonly read: (picture: KeptPicture) => Effect.Effect<Buffer | undefined, AssetFailure>
  /** Stores an uploaded picture, which cannot be regenerated. Returns the name of its file. */
  readonly keepOwn: (
    itemId: string,
    set: PictureSet,
    role?: PictureRole
  ) => Effect.Effect<string, AssetFailure>
  readonly readOwn: (
    itemId: string,
    digest: string,
    role?: PictureRole
  ) => Effect.Effect<Buffer | undefined, AssetFailure>
  /** Deletes the folders of items that no longer exist. Returns the number of deleted folders. */
  readonly sweep: <E, R>(ask: {
    readonly existing: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
    /** Returns the items whose uploaded pictures must be kept. Uploads cannot be regenerated. */
    readonly keepingOwn: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  }) => Effect.Effect<number, E | AssetFailure, R>
}

/**
 * Stores the bytes of pictures. Generated pictures are in the cache, and uploaded pictures are in the data folder. Live
 * layer: `LivePictureStore.ts`.
 */
export class PictureStore extends Context.Tag("@media/pictures/PictureStore")<
  PictureStore,
  PictureStoreShape
>() {}
