import { coverArt } from "@media/media-tools/audio/CoverArt"
import type { MediaPath } from "@media/media-tools/MediaPath"
import { pinFile } from "@media/media-tools/PinnedFile"
import { pictureOfImage } from "@media/pictures/MakePicture"
import { NoPicture } from "@media/pictures/PictureErrors"
import * as Effect from "effect/Effect"
import { readdir } from "node:fs/promises"
import type { ItemSource } from "../items/source.ts"

/** What programs call the picture of a folder, the best first. */
const names = ["cover", "folder", "front", "album", "albumart"]
const pictured = /^(.+)\.(?:jpe?g|png|webp|avif|gif)$/i
/** Discs of an album have folders of their own, and its picture lies above them. */
const discFolder = /^(?:cd|disc|disk|dvd|vinyl)[ _.-]*\d{1,3}$/i

/** The file among those of a folder that is its picture. */
export const coverAmong = (files: ReadonlyArray<string>): string | undefined => {
  const rank = (file: string) => names.indexOf((pictured.exec(file)?.[1] ?? "").toLowerCase())
  return files.filter((file) => rank(file) >= 0).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0]
}

const slash = Buffer.from("/")
const parentOf = (path: Buffer): Buffer => path.subarray(0, path.lastIndexOf(slash))

/** Where the picture of a track's folder may lie, the nearest first; never above the root. */
export const coverFolders = (root: string, file: Buffer): ReadonlyArray<Buffer> => {
  const folder = parentOf(file)
  const name = folder.subarray(folder.lastIndexOf(slash) + 1).toString()
  const isBelowRoot = folder.length > Buffer.byteLength(root)
  return isBelowRoot && discFolder.test(name) ? [folder, parentOf(folder)] : [folder]
}

/** Names that are no UTF-8 are no names of covers. */
const besideTrack = ({ file, root }: ItemSource) =>
  Effect.gen(function* () {
    for (const folder of coverFolders(root.path, file)) {
      const files = yield* Effect.orElseSucceed(
        Effect.tryPromise(() => readdir(folder)),
        () => []
      )
      const name = coverAmong(files)
      if (name === undefined) continue
      const pinned = yield* pinFile(root.path, Buffer.concat([folder, slash, Buffer.from(name)]))
      return yield* pictureOfImage(pinned.path.toString())
    }
    return yield* new NoPicture({
      code: "unknown-type",
      reason: "The track has no cover, and there is none beside it."
    })
  })

/**
 * The cover of a track: the picture within its file, or that of its folder. A damaged one within the file gives way to the
 * other. Decoded with the same bounds as a picture that someone sent.
 */
export const coverOfTrack = (source: ItemSource, path: MediaPath, stream: number | null) =>
  stream === null
    ? besideTrack(source)
    : Effect.flatMap(coverArt(path, stream), pictureOfImage).pipe(
        Effect.catchTag("NoPicture", () => besideTrack(source)),
        Effect.catchIf(
          (error) => error._tag === "MediaProcessFailed" && error.signal === null,
          () => besideTrack(source)
        )
      )
