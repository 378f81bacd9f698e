import { plainText } from "./PlainText.ts"

/** In characters (Unicode code points). */
export const longestName = 200

/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts tell letters apart and stay. */
const accents = /[\u0300-\u036f]/gu

/** The stored form of a name: one form for each letter, no space around it, and single spaces inside. */
export const cleanName = (text: string): string =>
  plainText(text.normalize("NFKC")).normalize("NFKC").replace(/\s+/gu, " ").trim()

/** Equal for names that people consider the same. Case and accents do not count. */
export const foldName = (name: string): string =>
  cleanName(name)
    .toLowerCase()
    .normalize("NFD")
    .replace(accents, "")
    .replaceAll("ς", "σ")
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .trim()

/** True if a name can be stored: it has a visible character, and is not too long. */
export const isName = (text: string): boolean => {
  const name = cleanName(text)
  return foldName(name) !== "" && [...name].length <= longestName
}
