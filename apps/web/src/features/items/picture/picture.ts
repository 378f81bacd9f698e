import type { MixedItem } from "@media/features/catalog/items/contract"
import { thumbHashToDataURL } from "thumbhash"
import { apiAddress } from "@/lib/urlBase"

export type Picture = NonNullable<MixedItem["picture"]>

/** Widths that the server stores; the largest is that of the original picture. */
const WIDTHS = [320, 640]

/** The address of the picture in a stored width. */
export const pictureOfWidth = ({ url }: Pick<Picture, "url">, width: number): string =>
  `${apiAddress(url)}&width=${width}`

/** The `srcset` of a picture, from which the browser chooses by layout and screen. */
export const pictureSources = (picture: Picture): string =>
  [...WIDTHS.filter((width) => width < picture.width), picture.width]
    .map((width) => `${pictureOfWidth(picture, width)} ${width}w`)
    .join(", ")

/** The address for browsers without `srcset`. */
export const pictureAddress = (picture: Picture): string =>
  pictureOfWidth(picture, Math.min(640, picture.width))

/** True for a picture that is too tall for a 16:9 card, whose crop would cut off heads. */
export const isPortrait = ({ height, width }: Picture): boolean => height > width

/**
 * The wide picture of a movie or series that has a poster, in the colors of the poster until it is loaded. Only loading
 * it shows whether it exists.
 */
export const backdropOf = (poster: Picture): Picture => ({
  ...poster,
  url: poster.url.replace("/thumbnail?", "/backdrop?"),
  width: 1280,
  height: 720
})

/** Enough for a few screens of cards; each entry is 4 KB. */
const MOST_CACHED = 500
const cache = new Map<string, string>()

/** The thumbhash as a data URL of about 32 x 18 pixels; undefined if it is invalid. */
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
 * Addresses that were shown before. They are in the browser's cache, and fading them in again on each scroll would
 * flicker.
 */
const shown = new Set<string>()
export const wasShown = (picture: Picture): boolean => shown.has(picture.url)
export const rememberShown = (picture: Picture): void => void shown.add(picture.url)
