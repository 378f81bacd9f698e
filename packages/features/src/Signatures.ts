import type { Sniff } from "./MediaKind.ts"

/** Number of bytes from the start of a file that are passed to a sniff. */
export const headBytes = 4_096

export const startsWith = (head: Buffer, signature: string, at = 0): boolean =>
  head.subarray(at, at + signature.length).toString("latin1") === signature

/** Returns the first bytes as text, without the byte order mark, the XML declaration and comments. */
const markupOf = (head: Buffer): string =>
  head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .replace(/^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)*/, "")
    .slice(0, 64)
    .toLowerCase()

const isWebPage = (head: Buffer): boolean => /^<(?:!doctype html|html|head|body)\b/.test(markupOf(head))
const isJson = (head: Buffer): boolean => /^\s*(?:\{\s*["}]|\[\s*[{"\]])/.test(head.toString("utf8", 0, 64))
/** Brands of MP4 and QuickTime files. HEIC, AVIF and raw photos have the same structure with other brands. */
const movieBrands = ["isom", "iso2", "avc1", "mp41", "mp42", "M4V ", "qt  "]
const isMovie = (head: Buffer): boolean =>
  startsWith(head, "ftyp", 4) && movieBrands.some((brand) => startsWith(head, brand, 8))

/** Types of content that files with a wrong extension often have, for example after a failed download. */
const strangers = {
  "a web page": isWebPage,
  "a JSON document": isJson,
  "a Git LFS pointer": (head: Buffer) => startsWith(head, "version https://git-lfs"),
  "a Windows program": (head: Buffer) => startsWith(head, "MZ"),
  "a Linux program": (head: Buffer) => startsWith(head, "\x7fELF"),
  "an MP4 or QuickTime video": isMovie,
  "a Matroska or WebM file": (head: Buffer) => startsWith(head, "\x1a\x45\xdf\xa3"),
  "an AVI video": (head: Buffer) => startsWith(head, "RIFF") && startsWith(head, "AVI ", 8),
  "a PDF document": (head: Buffer) => startsWith(head, "%PDF-"),
  "a ZIP archive": (head: Buffer) => startsWith(head, "PK\x03\x04"),
  "a RAR archive": (head: Buffer) => startsWith(head, "Rar!\x1a\x07"),
  "a JPEG image": (head: Buffer) => startsWith(head, "\xff\xd8\xff"),
  "a PNG image": (head: Buffer) => startsWith(head, "\x89PNG\r\n\x1a\n")
}
export type Stranger = keyof typeof strangers

/** Types of content that every kind rejects. */
const noMedia: ReadonlyArray<Stranger> = [
  "a web page",
  "a JSON document",
  "a Git LFS pointer",
  "a Windows program",
  "a Linux program"
]
export const videoFiles = ["an MP4 or QuickTime video", "a Matroska or WebM file", "an AVI video"] as const
export const archives = ["a ZIP archive", "a RAR archive"] as const
export const imageFiles = ["a JPEG image", "a PNG image"] as const

/**
 * Builds a sniff that rejects only files whose first bytes certainly belong to a different type. Damaged or unusual
 * files are accepted, and the probe reports their errors. `name` is the claimed type, such as `an image`. `others` are
 * the media types to reject.
 */
export const unless = (name: string, others: ReadonlyArray<Stranger>): Sniff => {
  const list = [...noMedia, ...others]
  const reasonOf = (stranger: Stranger): string => `It is ${stranger}, not ${name}`
  return {
    reasons: new Set(list.map(reasonOf)),
    recognizes: false,
    read: (head) => {
      const found = list.find((stranger) => strangers[stranger](head))
      return found === undefined ? "may be" : { reason: reasonOf(found) }
    }
  }
}

/**
 * Builds a sniff that accepts only files that `test` recognizes. If `test` returns `undefined`, the sniff returns `may
 * be`.
 */
export const onlyIf = (reason: string, test: (head: Buffer) => boolean | undefined): Sniff => ({
  reasons: new Set([reason]),
  recognizes: true,
  read: (head) => {
    const answer = test(head)
    if (answer === undefined) return "may be"
    return answer ? "is" : { reason }
  }
})
