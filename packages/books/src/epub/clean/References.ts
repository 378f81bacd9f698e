import { decodedUri } from "@media/kernel/DecodedUri"
import { keyFrom } from "../../ArchiveKeys.ts"

const OUTSIDE = /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i
const PICTURE_DATA = /^\s*data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i

/**
 * True if a reference leads outside the book, because it has a scheme (`https:`, `javascript:`) or names a host
 * (`//host`).
 */
export const isOutside = (reference: string): boolean => OUTSIDE.test(reference.replace(/[\0-\x20]+/g, ""))

/**
 * Returns the relative URL from one file of the archive to another. It never has more `..` steps than `from` has
 * folders, so it cannot leave the book.
 */
const relativeAddress = (from: string, to: string): string => {
  const steps = from.split("/").slice(0, -1)
  const names = to.split("/")
  let same = 0
  while (same < steps.length && same < names.length - 1 && steps[same] === names[same]) same += 1
  const up = "../".repeat(steps.length - same)
  const down = names.slice(same).map(encodeURIComponent).join("/")
  // A colon in the first segment cannot be mistaken for the end of a URL scheme, because `encodeURIComponent` escapes
  // it.
  return up === "" ? `./${down}` : up + down
}

/**
 * Converts a reference in the file `from` to a relative URL inside the book. Returns undefined if the reference is
 * empty or leads outside. `..` steps beyond the top folder are ignored.
 */
export const inBook = (from: string, reference: string): string | undefined => {
  const text = reference.trim().toWellFormed()
  if (text === "" || isOutside(text)) return undefined
  const hash = text.indexOf("#")
  const fragment = hash < 0 ? "" : `#${encodeURIComponent(decodedUri(text.slice(hash + 1)))}`
  const path = hash < 0 ? text : text.slice(0, hash)
  if (path === "") return fragment === "#" ? undefined : fragment
  const key = keyFrom(from, path)
  return key === "" ? undefined : relativeAddress(from, key) + fragment
}

/** Like `inBook`, but for embedded images: also accepts a `data:` URL that contains a PNG, JPEG, GIF or WebP image. */
export const shownInBook = (from: string, reference: string): string | undefined =>
  PICTURE_DATA.test(reference) ? reference.replace(/\s+/g, "") : inBook(from, reference)
