/** One name in a path, folded so that patterns need to match only one form of each character. */
export interface Segment {
  readonly raw: string
  /** The offset of the name in the path. */
  readonly start: number
  readonly text: string
  /** The index in `raw` for each index of `text`. Null if the indexes are the same. */
  readonly offsets: ReadonlyArray<number> | null
}

/** Maximum number of characters that patterns read. Names on a disk have at most 255 bytes. */
const LONGEST = 1_000

const brackets: Readonly<Record<string, string>> = {
  "【": "[",
  "】": "]",
  "『": "[",
  "』": "]",
  "「": "[",
  "」": "]"
}

const foldedSign = (sign: string): string => {
  const code = sign.charCodeAt(0)
  if (sign.length === 1 && code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (code === 0x3000 || code === 0xa0) return " "
  if (code >= 0x2010 && code <= 0x2015) return "-"
  if (code === 0x301c) return "~"
  return brackets[sign] ?? sign
}

/** Matches a character with its combining marks, or with the vowels of a Hangul syllable that are stored separately. */
const clusters = /[^][\p{M}\u1160-\u11ff]*/gu

/**
 * Folds a name: converts full-width characters, dashes and spaces to one form, and composes letters, which macOS stores
 * decomposed.
 */
export const segmentOf = (raw: string, start: number): Segment => {
  const name = raw.slice(0, LONGEST)
  // eslint-disable-next-line no-control-regex
  if (/^[\0-\x7f]*$/.test(name)) return { raw, start, text: name, offsets: null }
  let text = ""
  const offsets: Array<number> = []
  for (const { 0: cluster, index } of name.matchAll(clusters)) {
    const folded = foldedSign(cluster.length === 1 ? cluster : cluster.normalize("NFC"))
    for (let n = 0; n < folded.length; n += 1) offsets.push(index)
    text += folded
  }
  offsets.push(name.length)
  return { raw, start, text, offsets }
}

/** Converts an index in the folded text to an index in the original name. */
export const rawIndex = (segment: Segment, index: number): number =>
  segment.offsets === null ? index : (segment.offsets[Math.min(index, segment.offsets.length - 1)] ?? 0)

/** Returns the original text of a range in the folded text. */
export const rawOf = (segment: Segment, start: number, end: number): string =>
  segment.raw.slice(rawIndex(segment, start), rawIndex(segment, end))

export const isWindowsPath = (path: string): boolean =>
  /^(?:[A-Za-z]:\\|\\\\)/.test(path) || (path.includes("\\") && !path.includes("/"))

/** Returns the offset in a path where the part below its root begins. 0 for a path outside the roots. */
export const belowRoot = (path: string, roots: ReadonlyArray<string>): number => {
  let longest = 0
  for (const root of roots) {
    const length = /[\\/]$/.test(root) ? root.length - 1 : root.length
    const next = path[length]
    if (length >= longest && path.startsWith(root.slice(0, length)) && (next === "/" || next === "\\"))
      longest = length + 1
  }
  return longest
}

const sound = /[\p{L}\p{N}]/u

/**
 * Returns only the letters and digits of a title, without case and accents, so that two spellings of a title are equal.
 */
export const foldedTitle = (title: string): string => {
  if (/^[ -~]*$/.test(title)) {
    const lower = title.toLowerCase()
    const ascii = (lower.includes("&") ? lower.replaceAll("&", " and ") : lower).replace(/[^a-z0-9]+/g, "")
    return ascii === "" ? lower.trim() : ascii
  }
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/&/g, " and ")
    .replace(/[^\p{L}\p{N}]+/gu, "")
  return plain === "" ? title.trim().toLowerCase() : plain
}

/**
 * Returns the offset in `text` after a repetition of `title`, ignoring separators. Null if the title is not repeated.
 */
export const afterTitle = (text: string, title: string, from = 0): number | null => {
  let at = from
  let matched = 0
  for (let n = 0; n < title.length; n += 1) {
    const wanted = title[n]!
    if (!sound.test(wanted)) continue
    while (at < text.length && !sound.test(text[at]!)) at += 1
    if (text[at]?.toLowerCase() !== wanted.toLowerCase()) return null
    at += 1
    matched += 1
  }
  if (matched === 0) return null
  return at < text.length && sound.test(text[at]!) ? null : at
}
