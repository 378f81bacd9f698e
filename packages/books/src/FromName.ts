import type { BookSeries } from "./BookFacts.ts"
import { line } from "./Texts.ts"

/**
 * Patterns for the series and number in file names such as "Saga 003 (2012)", "Pepper & Carrot #1 - Potion of Flight",
 * and "Monster v02".
 */
const SHAPES: ReadonlyArray<RegExp> = [
  /^(?<name>.*\S)\s+#(?<number>\d{1,4}(?:\.\d)?)(?!\d)/,
  /^(?<name>.*\S),?\s+(?:v|vol|volume|t|tome|band|bd)\.?\s*(?<number>\d{1,3}(?:\.\d)?)(?![\d-])/i,
  /^(?<name>.*\S),?\s+(?:c(?=\d)|(?:ch|chap|chapter)\.?\s*)(?<number>\d{1,4}(?:\.\d)?)(?![\d-])/i,
  // A number out of a total, such as "03 (of 06)" or "3 of 6".
  /^(?<name>.*\S)\s+(?<number>\d{1,3})\s+\(?of\s+\d{1,3}\)?(?!\S)/i,
  // A bare number counts only if it has leading zeros or if a year follows.
  /^(?<name>.*\S)\s+(?<number>0\d{1,3}(?:\.\d)?)(?=\s|$)/,
  /^(?<name>.*\S)\s+(?<number>\d{1,4})(?=\s*\((?:19|20)\d\d\))/
]

/** Returns the series and number in a file name without its extension, or null if no pattern matches. */
export const seriesFromName = (stem: string): BookSeries | null => {
  // Remove the name of a scanlation group, which often comes first in brackets.
  const spaced = stem
    .slice(0, 300)
    .replace(/_/g, " ")
    .replace(/^(?:\[[^\]]*\]\s*)+(?=\S)/, "")
  for (const shape of SHAPES) {
    const found = shape.exec(spaced)?.groups
    const name = line(found?.["name"]?.replace(/\s*[-,:]\s*$/, ""))
    if (found !== undefined && name !== null && /\p{L}/u.test(name))
      return { name, number: Number(found["number"]) }
  }
  return null
}
