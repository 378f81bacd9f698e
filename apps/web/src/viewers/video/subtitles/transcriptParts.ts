export interface TextPart {
  readonly text: string
  readonly isHit: boolean
}

/** Removes accents and case without changing the length of the text, so that positions remain valid. */
const folded = (text: string): string =>
  Array.from({ length: text.length }, (_, n) => {
    const letter = text[n]!
    const plain = letter
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
    return plain.length === 1 ? plain : letter
  }).join("")

/** Splits text at matches of the search words, ignoring case and accents. Returns a single part if no words match. */
export const partsOf = (text: string, words: string): ReadonlyArray<TextPart> => {
  const wanted = folded(words.trim().replace(/\s+/g, " "))
  const line = text.replace(/\s/g, " ")
  if (wanted === "") return [{ text: line, isHit: false }]
  const where = folded(line)
  const parts: Array<TextPart> = []
  let from = 0
  for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, from)) {
    parts.push(
      { text: line.slice(from, at), isHit: false },
      { text: line.slice(at, at + wanted.length), isHit: true }
    )
    from = at + wanted.length
  }
  return [...parts, { text: line.slice(from), isHit: false }]
}
