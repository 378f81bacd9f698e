/** A key in a path. It consists of literal characters and the wildcards `*` and `?`. */
export interface Key {
  readonly letters: ReadonlyArray<{ readonly letter: string; readonly isWild: boolean }>
  readonly text: string
  readonly isWild: boolean
}

/** Parses a key. A backslash escapes the next character. */
export const keyOf = (source: string): Key => {
  const letters: Array<{ letter: string; isWild: boolean }> = []
  const points = [...source]
  for (let at = 0; at < points.length; at++) {
    const isEscaped = points[at] === "\\" && at + 1 < points.length
    if (isEscaped) at += 1
    const letter = points[at]!
    letters.push({ letter, isWild: !isEscaped && (letter === "*" || letter === "?") })
  }
  return {
    letters,
    text: letters.map(({ letter }) => letter).join(""),
    isWild: letters.some(({ isWild }) => isWild)
  }
}

/**
 * True if the candidate matches the key. Takes time proportional to the product of both lengths, because after a
 * mismatch only the last `*` consumes one more character.
 */
export const keyMatches = ({ isWild, letters, text }: Key, candidate: string): boolean => {
  if (!isWild) return candidate === text
  const points = [...candidate]
  let at = 0
  let to = 0
  let star = -1
  let starAt = 0
  while (to < points.length) {
    const next = letters[at]
    if (next?.isWild === true && next.letter === "*") {
      star = at++
      starAt = to
    } else if (
      next !== undefined &&
      ((next.isWild && next.letter === "?") || (!next.isWild && next.letter === points[to]))
    ) {
      at += 1
      to += 1
    } else if (star !== -1) {
      at = star + 1
      to = ++starAt
    } else return false
  }
  return letters.slice(at).every(({ isWild: wild, letter }) => wild && letter === "*")
}
