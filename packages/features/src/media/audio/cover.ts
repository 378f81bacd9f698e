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

/** File names for covers that other programs use, in order of preference. */
const names = ["cover", "folder", "front", "album", "albumart"]
const pictured = /^(.+)\.(?:jpe?g|png|webp|avif|gif)$/i
/** PostgreSQL regular expression for the path of a cover. Use it with a case-insensitive operator. */
export const coverPattern = String.raw`(^|/)(${names.join("|")})\.(jpe?g|png|webp|avif|gif)$`

/** Returns the best cover among the files of a folder. */
export const coverAmong = (files: ReadonlyArray<string>): string | undefined => {
  const rank = (file: string) => names.indexOf((pictured.exec(file)?.[1] ?? "").toLowerCase())
  return files.filter((file) => rank(file) >= 0).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0]
}

const slash = Buffer.from("/")
const parentOf = (path: Buffer): Buffer => path.subarray(0, path.lastIndexOf(slash))

/**
 * Returns the folders that may contain the cover of a track, nearest first. If an album has several discs, its cover is
 * in the parent folder of the disc folders. Folders above the root are never returned.
 */
export const coverFolders = (root: string, file: Buffer): ReadonlyArray<Buffer> => {
  const folder = parentOf(file)
  const name = folder.subarray(folder.lastIndexOf(slash) + 1).toString()
  const isBelowRoot = folder.length > Buffer.byteLength(root)
  return isBelowRoot && discOfFolder(name) !== undefined ? [folder, parentOf(folder)] : [folder]
}

/**
 * Failure reason for a track without a cover. If a cover file is added to its folder later, `laterCovers.ts` finds it.
 */
export const NO_COVER = "The track has no cover, and there is none next to it."

/**
 * True if the cover can never be opened, because it is a folder or a link that leads outside the root. Other problems
 * may be temporary.
 */
const isNoFile = ({ code }: FileUnopenable): boolean => code === "not-a-file" || code === "outside-root"

/**
 * True if the cover is a broken link or was deleted after the folder was listed. The track then counts as having no
 * cover, so that a later scan looks for one again.
 */
const isGone = ({ code }: FileUnopenable): boolean => code === "not-found"

/** Cache of covers and folder modification times, keyed by folder, with the most recently used folder last. */
const known = new Map<string, { readonly changedMs: number; readonly cover: string | undefined }>()
const MOST_KNOWN = 100
/**
 * Minimum age in milliseconds of a folder's last change before its cover is cached. File systems record times in steps
 * of up to 2 s, so a folder that has just changed may change again without a new time.
 */
const SETTLED_MS = 5_000

/**
 * Returns the cover in a folder. Caches the result until the folder changes. Tracks are processed one by one, so
 * without the cache, a folder with 10,000 tracks would be listed 10,000 times. A name that is not UTF-8 is never a
 * cover.
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
 * Returns the cover of a track: the picture inside the file, or else the cover in its folder. A damaged picture inside
 * the file is ignored. The size limits are the same as for an uploaded picture.
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
