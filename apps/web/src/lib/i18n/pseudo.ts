const letters = "aáeéiíoóuúcçnñsšzžAÁEÉIÍOÓUÚCÇNÑSŠZŽ"
const accented = new Map(
  Array.from({ length: letters.length / 2 }, (_unused, at) => [letters[at * 2]!, letters[at * 2 + 1]!])
)

/**
 * Fraction by which pseudo-translated strings are longer than the originals, as in languages with longer words. They
 * also get accents, so that untranslated text stands out.
 */
const LONGER = 0.4
export const disguise = (text: string): string => {
  const missing = Math.round(text.trim().length * LONGER)
  const words = Array.from(text, (letter) => accented.get(letter) ?? letter).join("")
  return missing === 0
    ? words
    : words.replace(/(\s*)$/, `${" ōōō".repeat(Math.ceil(missing / 4)).slice(0, missing)}$1`)
}
