import type { AssetFailure } from "@media/assets/AssetErrors"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PictureForm } from "./PictureFolders.ts"
import type { PictureRole, PictureSet } from "./PictureSet.ts"

/** One file of an item's picture. `version` and `width` as they were written. */
export interface KeptPicture {
  readonly itemId: string
  readonly version: string
  readonly width: number
  readonly form: PictureForm
  /** Undefined for the picture in lists. */
  readonly role?: PictureRole | undefined
}

export interface PictureStoreShape {
  /** Stores the picture of an item, and replaces the previous one in the same role. */
  readonly write: (itemId: string, set: PictureSet, role?: PictureRole) => Effect.Effect<void, AssetFailure>
  /** Stores another form of a picture that was already stored. */
  readonly add: (picture: KeptPicture, bytes: Buffer) => Effect.Effect<void, AssetFailure>
  /** Undefined if the bytes are gone or were never made. */
  readonly read: (picture: KeptPicture) => Effect.Effect<Buffer | undefined, AssetFailure>
  /** Stores an uploaded picture, which nothing can regenerate; returns its name. */
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
  /** Removes the folders of items that the query for them does not return. Returns how many it removed. */
  readonly sweep: <E, R>(ask: {
    readonly existing: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
    /** Items whose own pictures stay, because nothing can regenerate them. */
    readonly keepingOwn: (itemIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, E, R>
  }) => Effect.Effect<number, E | AssetFailure, R>
}

/**
 * The bytes of pictures: generated ones in the cache, uploaded ones with the data. Live layer: `LivePictureStore.ts`.
 */
export class PictureStore extends Context.Tag("@media/pictures/PictureStore")<
  PictureStore,
  PictureStoreShape
>() {}
