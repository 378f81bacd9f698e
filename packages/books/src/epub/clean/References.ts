import { decodedUri } from "@media/kernel/DecodedUri"
import { keyFrom } from "../../ArchiveKeys.ts"

const OUTSIDE = /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i
const PICTURE_DATA = /^\s*data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i

/** Tells whether a reference leads outside of the book, to a server or a program. */
export const isOutside = (reference: string): boolean => OUTSIDE.test(reference.replace(/[\0-\x20]+/g, ""))

/**
 * The relative URL from one file of the archive to another. Never begins with extra steps, because keys are names in a
 * list, without `..`.
 */
const relativeAddress = (from: string, to: string): string => {
  const steps = from.split("/").slice(0, -1)
  const names = to.split("/")
  let same = 0
  while (same < steps.length && same < names.length - 1 && steps[same] === names[same]) same += 1
  const up = "../".repeat(steps.length - same)
  const down = names.slice(same).map(encodeURIComponent).join("/")
  // A colon in the first step would be read as a scheme, but is escaped.
  return up === "" ? `./${down}` : up + down
}

/**
 * A reference in the file `from` as a URL inside the book, whatever it says; undefined if it leads outside. Steps
 * beyond the top end at the top.
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

/** The same for embedded content: a picture may be in the reference itself. */
export const shownInBook = (from: string, reference: string): string | undefined =>
  PICTURE_DATA.test(reference) ? reference.replace(/\s+/g, "") : inBook(from, reference)
