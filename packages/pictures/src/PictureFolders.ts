import type { AssetKind } from "@media/assets/AssetKind"
import { join } from "node:path"

/** Some 120 KB an item: the bound is that of the disk. */
const kindOf = (name: string, folder: string): AssetKind => ({
  name,
  folder,
  limits: {},
  isKept: () => true,
  recordedBytes: () => Promise.resolve(undefined)
})

/** `${cache}/pictures`: what can be made again. */
export const madePictures = (cache: string): AssetKind => kindOf("pictures", join(cache, "pictures"))
/** `${data}/own-pictures`: what people gave. */
export const ownPictures = (data: string): AssetKind => kindOf("own-pictures", join(data, "own-pictures"))

/** `${cache}/previews`: sheets and clips, 1 to 10 MB for an hour of video. */
export const madePreviews = (cache: string): AssetKind => kindOf("previews", join(cache, "previews"))

/** How a picture is kept: WebP always, AVIF once a client that takes it asked. */
export type PictureForm = "webp" | "avif"

/** Of one width. */
export const fileOf = (version: string, width: number, form: PictureForm = "webp"): string =>
  `${version}-${width}.${form}`

export const isPictureFile = (name: string): boolean => /\.(webp|avif)$/.test(name)
