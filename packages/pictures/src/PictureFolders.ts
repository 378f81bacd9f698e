import type { AssetKind } from "@media/assets/AssetKind"
import { join } from "node:path"

/** Some 120 KB per item: only the disk limits them. */
const kindOf = (name: string, folder: string): AssetKind => ({
  name,
  folder,
  limits: {},
  isKept: () => true,
  recordedBytes: () => Promise.resolve(undefined)
})

/** `${cache}/pictures`: regenerable pictures. */
export const madePictures = (cache: string): AssetKind => kindOf("pictures", join(cache, "pictures"))
/** `${data}/own-pictures`: people's uploads. */
export const ownPictures = (data: string): AssetKind => kindOf("own-pictures", join(data, "own-pictures"))

/** `${cache}/previews`: sheets and clips, 1 to 10 MB for an hour of video. */
export const madePreviews = (cache: string): AssetKind => kindOf("previews", join(cache, "previews"))

/** The stored forms of a picture: always WebP, and AVIF once a client that accepts it asked. */
export type PictureForm = "webp" | "avif"

/** The file name for one width. */
export const fileOf = (version: string, width: number, form: PictureForm = "webp"): string =>
  `${version}-${width}.${form}`

export const isPictureFile = (name: string): boolean => /\.(webp|avif)$/.test(name)
