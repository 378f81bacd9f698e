import { type AssetFailure, toAssetFailure } from "@media/assets/AssetErrors"
import type { AssetKind } from "@media/assets/AssetKind"
import { AssetStore } from "@media/assets/AssetStore"
import { liveAssetStore } from "@media/assets/LiveAssetStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readFile } from "node:fs/promises"
import { fileOf, isOfOtherVersion, madePictures, ownFileOf, ownPictures } from "./PictureFolders.ts"
import { PictureStore, type PictureStoreShape } from "./PictureStore.ts"

const NAME = /^[0-9a-f]{12}$/

/** Stores regenerable pictures in `${cache}/pictures` and uploads in `${data}/own-pictures`. */
export const livePictureStore = (folders: {
  readonly cache: string
  readonly data: string
}): Layer.Layer<PictureStore> =>
  Layer.effect(
    PictureStore,
    Effect.gen(function* () {
      const assets = yield* AssetStore
      const made = madePictures(folders.cache)
      const own = ownPictures(folders.data)
      for (const kind of [made, own])
        yield* assets
          .prepare(kind)
          .pipe(Effect.catchAll((failure) => Effect.logWarning("Pictures cannot be stored", failure)))
      return make(assets, made, own)
    })
  ).pipe(Layer.provide(liveAssetStore))

const make = (assets: AssetStore["Type"], made: AssetKind, own: AssetKind): PictureStoreShape => {
  const onDisk = <A>(use: () => Promise<A>): Effect.Effect<A, AssetFailure> =>
    Effect.tryPromise({ try: use, catch: toAssetFailure })
  const read = (path: string) =>
    onDisk(() =>
      readFile(path).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === "ENOENT") return undefined
        throw cause
      })
    )
  return {
    write: (itemId, set, role) =>
      onDisk(async () => {
        const folder = assets.folder(made, itemId)
        await folder.make()
        await Promise.all(
          set.sizes.map(({ bytes, width }) => folder.write(fileOf(set.version, width, "webp", role), bytes))
        )
        // Earlier versions are deleted only now, so that a concurrent request finds either the old or the new version.
        await folder.clear((name) => isOfOtherVersion(name, set.version, role))
      }),
    add: ({ form, itemId, role, version, width }, bytes) =>
      onDisk(async () => {
        const folder = assets.folder(made, itemId)
        // The item has no folder if its picture was moved next to the media file.
        await folder.make()
        await folder.write(fileOf(version, width, form, role), bytes)
      }),
    read: ({ form, itemId, role, version, width }) =>
      read(assets.folder(made, itemId).file(fileOf(version, width, form, role))),
    keepOwn: (itemId, set, role) =>
      onDisk(async () => {
        const folder = assets.folder(own, itemId)
        await folder.make()
        await folder.write(ownFileOf(set.version, role), set.sizes.at(-1)!.bytes)
        return set.version
      }),
    readOwn: (itemId, digest, role) =>
      NAME.test(digest)
        ? read(assets.folder(own, itemId).file(ownFileOf(digest, role)))
        : Effect.succeed(undefined),
    sweep: ({ existing, keepingOwn }) =>
      Effect.gen(function* () {
        const gone = yield* assets.sweep(made, () => false, existing)
        const goneOwn = yield* assets.sweep(own, () => false, keepingOwn)
        return gone.length + goneOwn.length
      })
  }
}
