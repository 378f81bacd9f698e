import { coreOf } from "../episodes/core.ts"
import { tokensOf } from "../release/tokens.ts"
import { endWithoutSeparators } from "../trim.ts"

export interface Labeled {
  /** The name before the label. */
  readonly base: string
  /** "Director's Cut", "1080p", or "" for the version without a label. */
  readonly label: string
}

const edition = /\{edition-([^{}]{1,60})\}/i

const inBrackets = (text: string): Labeled | null => {
  const core = coreOf(text)
  const end = endWithoutSeparators(text, 0, core.end)
  if (end === text.length || end === 0) return null
  const behind = text.slice(end).replace(/^[\s._-]{0,3}/, "")
  // A year in parentheses is not a label.
  return /^[([]\d{4}[)\]]$/.test(behind)
    ? null
    : { base: text.slice(0, end), label: behind.replace(/[[\](){}]/g, " ").trim() }
}

/** Splits a stem before the release words at its end: `Movie.1080p.x264` into "Movie" and "1080p x264". */
const inRelease = (text: string): Labeled | null => {
  const tokens = tokensOf(text)
  const first = tokens.findIndex(
    ({ kind }, n) => n > 0 && kind !== "word" && tokens.slice(n).every((token) => token.kind !== "word")
  )
  if (first < 0) return null
  const at = tokens[first]!.start
  return {
    base: text.slice(0, endWithoutSeparators(text, 0, at)),
    label: text
      .slice(at)
      .replace(/[._[\](){}]/g, " ")
      .trim()
  }
}

/** Splits the label off the end of a stem: `{edition-...}`, `[label]`, ` - label`, or release words. */
export const labelOf = (stem: string): Labeled => {
  const tagged = edition.exec(stem)
  if (tagged !== null) {
    const base = stem.slice(0, tagged.index).trim()
    return { base, label: tagged[1]!.trim() }
  }
  const dash = stem.lastIndexOf(" - ")
  if (dash > 0)
    return {
      base: stem.slice(0, dash).trim(),
      label: stem
        .slice(dash + 3)
        .replace(/[[\](){}]/g, "")
        .trim()
    }
  return inBrackets(stem) ?? inRelease(stem) ?? { base: stem, label: "" }
}

/**
 * True for a label that is in brackets or consists only of release words. Other labels may be part of the title:
 * "Holiday - Beach".
 */
export const isSureLabel = (stem: string, { label }: Labeled): boolean =>
  label !== "" && (/[\])}]$/.test(stem) || tokensOf(label).every(({ kind }) => kind !== "word"))
