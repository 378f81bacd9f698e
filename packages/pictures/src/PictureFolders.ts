import type { AssetKind } from "@media/assets/AssetKind"
import { join } from "node:path"
import type { PictureRole } from "./PictureSet.ts"

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

/** The stored forms of a picture: always WebP, and AVIF once a client that accepts it has requested the picture. */
export type PictureForm = "webp" | "avif"

const prefixOf = (role: PictureRole | undefined): string => (role === undefined ? "" : `${role}-`)

/** The file name for one width. */
export const fileOf = (
  version: string,
  width: number,
  form: PictureForm = "webp",
  role?: PictureRole
): string => `${prefixOf(role)}${version}-${width}.${form}`

/** The file name of an uploaded picture. */
export const ownFileOf = (digest: string, role?: PictureRole): string => `${prefixOf(role)}${digest}.webp`

/** Recognizes the files of all versions of an item's picture in this role, except the given version. */
export const isOfOtherVersion = (name: string, version: string, role?: PictureRole): boolean => {
  const [, found = ""] = /^([a-z]+-)?[^-]+-\d+\.(?:webp|avif)$/.exec(name) ?? []
  return /\.(?:webp|avif)$/.test(name) && found === prefixOf(role) && !name.startsWith(`${found}${version}`)
}
