import { type AssetFailure, toAssetFailure } from "@media/assets/AssetErrors"
import type { AssetKind } from "@media/assets/AssetKind"
import { AssetStore } from "@media/assets/AssetStore"
import { liveAssetStore } from "@media/assets/LiveAssetStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdir, readFile } from "node:fs/promises"
import { madePreviews } from "./PictureFolders.ts"
import { PreviewStore, type PreviewStoreShape } from "./PreviewStore.ts"

/** Maximum size in bytes of an MP4 without a frame, which consists of a header of a few hundred bytes. */
const HEADER_BYTES = 2_000

const sheetName = (version: string, index: number) => `${version}-${index}.jpg`
const clipName = (version: string) => `${version}.mp4`

/** Stores previews in `${cache}/previews`. */
export const livePreviewStore = (cache: string): Layer.Layer<PreviewStore> =>
  Layer.effect(
    PreviewStore,
    Effect.gen(function* () {
      const assets = yield* AssetStore
      const kind = madePreviews(cache)
      yield* assets
        .prepare(kind)
        .pipe(Effect.catchAll((failure) => Effect.logWarning("Previews cannot be stored", failure)))
      return make(assets, kind)
    })
  ).pipe(Layer.provide(liveAssetStore))

const make = (assets: AssetStore["Type"], kind: AssetKind): PreviewStoreShape => {
  const onDisk = <A>(use: () => Promise<A>): Effect.Effect<A, AssetFailure> =>
    Effect.tryPromise({ try: use, catch: toAssetFailure })
  const write = (itemId: string, name: string, bytes: Buffer) =>
    onDisk(async () => {
      const folder = assets.folder(kind, itemId)
      await mkdir(folder.directory, { recursive: true })
      await folder.write(name, bytes)
    })
  return {
    sheets: (itemId, version, since) =>
      onDisk(async () => {
        const folder = assets.folder(kind, itemId)
        let count = 0
        while ((await folder.madeAt(sheetName(version, count))) >= since) count += 1
        return count
      }),
    writeSheet: (itemId, version, index, bytes) => write(itemId, sheetName(version, index), bytes),
    keepClip: (itemId, version, file) =>
      Effect.flatMap(
        onDisk(() => readFile(file)),
        (bytes) =>
          bytes.length < HEADER_BYTES
            ? Effect.succeed(false)
            : Effect.as(write(itemId, clipName(version), bytes), true)
      ),
    hasClip: (itemId, version, since) =>
      onDisk(async () => (await assets.folder(kind, itemId).madeAt(clipName(version))) >= since),
    sheetPath: (itemId, version, index) => assets.folder(kind, itemId).file(sheetName(version, index)),
    clipPath: (itemId, version) => assets.folder(kind, itemId).file(clipName(version)),
    keepOnly: (itemId, versions) =>
      onDisk(() =>
        assets
          .folder(kind, itemId)
          .clear((name) => /\.(jpg|mp4)$/.test(name) && !versions.some((version) => name.startsWith(version)))
      ),
    sweep: (existing) =>
      Effect.map(
        assets.sweep(kind, () => false, existing),
        ({ length }) => length
      )
  }
}
