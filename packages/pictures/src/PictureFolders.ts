import type { AssetKind } from "@media/assets/AssetKind"
import { join } from "node:path"
import type { PictureRole } from "./PictureSet.ts"

/** Defines a kind of files without a limit on its total size. The pictures of an item take about 120 KB. */
const kindOf = (name: string, folder: string): AssetKind => ({
  name,
  folder,
  limits: {},
  isKept: () => true,
  recordedBytes: () => Promise.resolve(undefined)
})

/** Regenerable pictures, in `${cache}/pictures`. */
export const madePictures = (cache: string): AssetKind => kindOf("pictures", join(cache, "pictures"))
/** Uploaded pictures, in `${data}/own-pictures`. */
export const ownPictures = (data: string): AssetKind => kindOf("own-pictures", join(data, "own-pictures"))

/** Sheets and clips, in `${cache}/previews`. They take 1 to 10 MB per hour of video. */
export const madePreviews = (cache: string): AssetKind => kindOf("previews", join(cache, "previews"))

/**
 * A stored form of a picture. WebP always exists. AVIF exists once a client that accepts AVIF has requested the
 * picture.
 */
export type PictureForm = "webp" | "avif"

const prefixOf = (role: PictureRole | undefined): string => (role === undefined ? "" : `${role}-`)

/** Returns the file name for one width. */
export const fileOf = (
  version: string,
  width: number,
  form: PictureForm = "webp",
  role?: PictureRole
): string => `${prefixOf(role)}${version}-${width}.${form}`

/** Returns the file name of an uploaded picture. */
export const ownFileOf = (digest: string, role?: PictureRole): string => `${prefixOf(role)}${digest}.webp`

/** True for the files of an item's picture in this role, in any version except `version`. */
export const isOfOtherVersion = (name: string, version: string, role?: PictureRole): boolean => {
  const [, found = ""] = /^([a-z]+-)?[^-]+-\d+\.(?:webp|avif)$/.exec(name) ?? []
  return /\.(?:webp|avif)$/.test(name) && found === prefixOf(role) && !name.startsWith(`${found}${version}`)
}
