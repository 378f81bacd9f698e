import type { FileUnopenable } from "@media/kernel/HeldFile"
import { now } from "@media/kernel/Timestamp"
import { coverArt } from "@media/media-tools/audio/CoverArt"
import type { MediaPath } from "@media/media-tools/MediaPath"
import { pinFile } from "@media/media-tools/PinnedFile"
import { pictureOfImage } from "@media/pictures/MakePicture"
import { NoPicture } from "@media/pictures/PictureErrors"
import * as Effect from "effect/Effect"
import { readdir, stat } from "node:fs/promises"
import type { ItemSource } from "../../catalog/items/source.ts"
import { discOfFolder } from "./discFolder.ts"

/** Cover names that other programs use, best first. */
const names = ["cover", "folder", "front", "album", "albumart"]
const pictured = /^(.+)\.(?:jpe?g|png|webp|avif|gif)$/i
/** Matches the path of a cover. For PostgreSQL, with a case-insensitive operator. */
export const coverPattern = String.raw`(^|/)(${names.join("|")})\.(jpe?g|png|webp|avif|gif)$`

/** The cover among a folder's files. */
export const coverAmong = (files: ReadonlyArray<string>): string | undefined => {
  const rank = (file: string) => names.indexOf((pictured.exec(file)?.[1] ?? "").toLowerCase())
  return files.filter((file) => rank(file) >= 0).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0]
}

const slash = Buffer.from("/")
const parentOf = (path: Buffer): Buffer => path.subarray(0, path.lastIndexOf(slash))

/**
 * The folders that may contain a track's cover, nearest first, because an album's cover is above the folders of its
 * discs. Never above the root.
 */
export const coverFolders = (root: string, file: Buffer): ReadonlyArray<Buffer> => {
  const folder = parentOf(file)
  const name = folder.subarray(folder.lastIndexOf(slash) + 1).toString()
  const isBelowRoot = folder.length > Buffer.byteLength(root)
  return isBelowRoot && discOfFolder(name) !== undefined ? [folder, parentOf(folder)] : [folder]
}

/** The track has no cover yet; one may be added next to it later, see `laterCovers.ts`. */
export const NO_COVER = "The track has no cover, and there is none next to it."

/** Permanent problems: a folder with a cover's name, or a link outside the root. Other problems may be temporary. */
const isNoFile = ({ code }: FileUnopenable): boolean => code === "not-a-file" || code === "outside-root"

/**
 * A broken link, or a file replaced since the folder was listed. It counts as missing, so that a later scan tries
 * again.
 */
const isGone = ({ code }: FileUnopenable): boolean => code === "not-found"

/** Folders with a known cover and their modification time, most recently used last. */
const known = new Map<string, { readonly changedMs: number; readonly cover: string | undefined }>()
const MOST_KNOWN = 100
/** File systems record times in steps of up to 2 s: a folder that just changed may change again unnoticed. */
const SETTLED_MS = 5_000

/**
 * The cover of a folder. Cached while the folder is unchanged, because its tracks get their pictures one by one, and a
 * folder of 10,000 would be listed 10,000 times. Names that are not UTF-8 are never covers.
 */
const coverIn = async (folder: Buffer): Promise<string | undefined> => {
  const { mtimeMs: changedMs } = await stat(folder)
  const key = folder.toString("latin1")
  const before = known.get(key)
  if (before?.changedMs === changedMs) return before.cover
  const cover = coverAmong(await readdir(folder))
  known.delete(key)
  if (now().getTime() - changedMs > SETTLED_MS) known.set(key, { changedMs, cover })
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return cover
}

const adjacentCover = ({ file, root }: ItemSource) =>
  Effect.gen(function* () {
    for (const folder of coverFolders(root.path, file)) {
      const name = yield* Effect.orElseSucceed(
        Effect.tryPromise(() => coverIn(folder)),
        () => undefined
      )
      if (name === undefined) continue
      const pinned = yield* pinFile(root.path, Buffer.concat([folder, slash, Buffer.from(name)])).pipe(
        Effect.catchIf(isGone, () => Effect.succeed(undefined)),
        Effect.catchIf(isNoFile, ({ reason }) =>
          Effect.fail(new NoPicture({ code: "damaged", reason: `The picture next to the track: ${reason}` }))
        )
      )
      if (pinned === undefined) continue
      return yield* pictureOfImage(pinned.path.toString())
    }
    return yield* new NoPicture({ code: "unknown-type", reason: NO_COVER })
  })

/**
 * The cover of a track: the picture inside its file, or that of its folder. A damaged picture in the file is ignored.
 * Decoded with the same limits as an uploaded picture.
 */
export const coverOfTrack = (source: ItemSource, path: MediaPath, stream: number | null) =>
  stream === null
    ? adjacentCover(source)
    : Effect.flatMap(coverArt(path, stream), pictureOfImage).pipe(
        Effect.catchTag("NoPicture", () => adjacentCover(source)),
        Effect.catchIf(
          (error) => error._tag === "MediaProcessFailed" && error.signal === null,
          () => adjacentCover(source)
        )
      )
