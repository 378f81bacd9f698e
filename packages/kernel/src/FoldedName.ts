import { plainText } from "./PlainText.ts"

/** Maximum length of a name in characters (Unicode code points). */
export const longestName = 200

/** Matches accents of Latin, Greek and Cyrillic letters, but not marks of other scripts, which distinguish letters. */
const accents = /[\u0300-\u036f]/gu

/** Returns the stored form of a name: normalized (NFKC), trimmed, and with single spaces between words. */
export const cleanName = (text: string): string =>
  plainText(text.normalize("NFKC")).normalize("NFKC").replace(/\s+/gu, " ").trim()

/** Returns a comparison key for names. Names that users consider equal have equal keys. Ignores case and accents. */
export const foldName = (name: string): string =>
  cleanName(name)
    .toLowerCase()
    .normalize("NFD")
    .replace(accents, "")
    .replaceAll("ς", "σ")
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .trim()

/** True if the text can be stored as a name: it has a visible character and is not too long. */
export const isName = (text: string): boolean => {
  const name = cleanName(text)
  return foldName(name) !== "" && [...name].length <= longestName
}
