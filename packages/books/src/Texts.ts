import { plainText } from "@media/kernel/PlainText"

/**
 * Maximum length in characters of a title, name or other line. Longer lines are truncated, because they are not useful.
 */
const LONGEST_LINE = 500
const LONGEST_TEXT = 20_000

/**
 * Cleans text for display on a single line: removes control characters and repeated white space, and truncates it.
 * Returns null if nothing remains.
 */
export const line = (text: string | undefined): string | null => {
  const cleaned = plainText((text ?? "").slice(0, 4 * LONGEST_LINE))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_LINE)
    .toWellFormed()
  return cleaned === "" ? null : cleaned
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  mdash: "\u2014",
  ndash: "\u2013",
  hellip: "\u2026",
  rsquo: "\u2019",
  lsquo: "\u2018",
  rdquo: "\u201d",
  ldquo: "\u201c"
}

const decoded = (entity: string, name: string): string => {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ""
}

/**
 * Converts a description, which is often HTML, to plain text with empty lines between paragraphs. Returns null if
 * nothing remains.
 */
export const paragraphs = (text: string | undefined): string | null => {
  const plain = (text ?? "")
    .slice(0, 4 * LONGEST_TEXT)
    .replace(/<(?:br)\b[^<>]*>/gi, "\n")
    .replace(/<\/?(?:p|div|h[1-6]|li|ul|ol|blockquote)\b[^<>]*>/gi, "\n\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decoded)
    .split("\n")
    .map((one) => plainText(one).replace(/\s+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
  return plain === "" ? null : plain
}

/** Returns the day (`2019-08-24`) or year (`2014`) with which the text begins, or null if there is none. */
export const calendarDate = (text: string | undefined): string | null => {
  const [, year, month, day] = /^\s*([12]\d{3})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text ?? "") ?? []
  if (year === undefined) return null
  if (month === undefined || day === undefined) return year
  const at = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${year}-${month}-${day}`)
  return isDay ? `${year}-${month}-${day}` : year
}

/** Parses a position in a series. Returns null if the text is not a plausible number. */
export const seriesNumber = (text: string | undefined): number | null => {
  const found = /^\s*(-?\d{1,6}(?:[.,]\d{1,3})?)\s*$/.exec(text ?? "")?.[1]
  return found === undefined ? null : Number(found.replace(",", "."))
}

/** Parses a language tag. Returns null if the tag is invalid. */
export const languageTag = (text: string | undefined): string | null => {
  const tag = (text ?? "").trim().replaceAll("_", "-")
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,4}$/i.test(tag) && tag.toLowerCase() !== "und" ? tag : null
}

const MOST_NAMES = 50

/**
 * Splits a list of people at unambiguous separators, as in "A; B & C". Does not split at commas, because a comma may be
 * part of a name.
 */
export const namesIn = (text: string | undefined): ReadonlyArray<string> =>
  [
    ...new Set(
      (text ?? "")
        .slice(0, 8_000)
        .split(/;|&|\band\b|\n/)
        .flatMap((part) => line(part) ?? [])
    )
  ].slice(0, MOST_NAMES)
