import type { MixedItem } from "@media/features/catalog/items/contract"
import { thumbHashToDataURL } from "thumbhash"
import { apiAddress } from "@/lib/urlBase"

export type Picture = NonNullable<MixedItem["picture"]>

/**
 * The widths of the reduced pictures, in pixels. The server stores these pictures in addition to a picture with the
 * width of the original.
 */
const WIDTHS = [320, 640]

/** Returns the address of a picture in one of the stored widths. */
export const pictureOfWidth = ({ url }: Pick<Picture, "url">, width: number): string =>
  `${apiAddress(url)}&width=${width}`

/** Returns the `srcset` of a picture. */
export const pictureSources = (picture: Picture): string =>
  [...WIDTHS.filter((width) => width < picture.width), picture.width]
    .map((width) => `${pictureOfWidth(picture, width)} ${width}w`)
    .join(", ")

/** Returns the address for browsers that do not support `srcset`. */
export const pictureAddress = (picture: Picture): string =>
  pictureOfWidth(picture, Math.min(640, picture.width))

/** True for a picture in portrait orientation. Cropping it to a 16:9 card would cut off heads. */
export const isPortrait = ({ height, width }: Picture): boolean => height > width

/**
 * Returns the backdrop of a movie or series, given its poster. The thumbhash of the poster serves as the placeholder.
 * If there is no backdrop, loading this picture fails.
 */
export const backdropOf = (poster: Picture): Picture => ({
  ...poster,
  url: poster.url.replace("/thumbnail?", "/backdrop?"),
  width: 1280,
  height: 720
})

/** Maximum number of cached data URLs of 4 KB each, enough for a few screens of cards. */
const MOST_CACHED = 500
const cache = new Map<string, string>()

/** Returns the thumbhash as a data URL of about 32 x 18 pixels, or undefined if the hash is invalid. */
export const thumbHashAddress = (thumbHash: string): string | undefined => {
  const known = cache.get(thumbHash)
  if (known !== undefined) return known
  try {
    const address = thumbHashToDataURL(Uint8Array.from(atob(thumbHash), (letter) => letter.charCodeAt(0)))
    if (cache.size >= MOST_CACHED) cache.delete(cache.keys().next().value ?? "")
    cache.set(thumbHash, address)
    return address
  } catch {
    return undefined
  }
}

/**
 * Addresses of pictures that were shown before. The browser has cached these pictures, so they appear without a fade. A
 * fade would flicker each time the user scrolls back to a picture.
 */
const shown = new Set<string>()
export const wasShown = (picture: Picture): boolean => shown.has(picture.url)
export const rememberShown = (picture: Picture): void => void shown.add(picture.url)
