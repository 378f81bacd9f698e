const tagged = /\{edition-([^{}]{1,60})\}/i
const named =
  /(?<![a-z])((?:director'?s|final|extended|theatrical|ultimate|special|collector'?s|anniversary|international)[\s._-]{1,2}(?:cut|edition|version)|extended|unrated|theatrical|uncut|remastered|redux|imax|open[\s._-]matte|criterion|kinofassung|langfassung|ungeschnitten|version[\s._]longue)(?![a-z])/i

/**
 * Returns the words after a title that distinguish this cut of a movie from other cuts. Null if there are no such
 * words.
 */
export const editionIn = (rest: string): string | null => {
  const [, tag] = tagged.exec(rest) ?? []
  if (tag !== undefined) return tag.trim()
  const [, words] = named.exec(rest) ?? []
  return words === undefined ? null : words.replace(/[._]/g, " ")
}
