// Searches text for words. The server, the standalone programs and the web app all use this module.

/**
 * Folds a character. Characters that compare as equal have the same folded form: "STRASSE" matches "Straße", "fi" is
 * found in "ﬁnd", and "istanbul" matches "İSTANBUL".
 */
const foldedLetter = (letter) => letter.toLowerCase().toUpperCase().toLowerCase()

/** Maps invisible characters to empty strings, and characters that keyboards cannot type to their plain equivalents. */
const OTHERS = {
  "\u00ad": "",
  "\u200b": "",
  "\u2060": "",
  "\ufeff": "",
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
  // `toLowerCase` turns `İ` into two code points. Only Turkish keyboards can type `İ`, so it folds to a plain "i".
  "\u0130": "i",
  // `toLowerCase` of a whole text produces two forms of sigma, so both fold to the same form.
  "\u03a3": "σ"
}

/**
 * Characters that `toLowerCase` alone does not fold. There are 140 in 65,536 code units. Collecting them takes 25 ms on
 * first use.
 */
let special
const specials = () => {
  if (special !== undefined) return special
  const found = new Map(Object.entries(OTHERS))
  for (let code = 0; code < 0xd800; code++) add(found, String.fromCharCode(code))
  for (let code = 0xe000; code <= 0xffff; code++) add(found, String.fromCharCode(code))
  return (special = { folds: found, pattern: new RegExp(`[${[...found.keys()].join("")}]`, "g") })
}
const add = (found, letter) => {
  const fold = foldedLetter(letter)
  if (fold !== letter.toLowerCase() && !found.has(letter)) found.set(letter, fold)
}

/**
 * Folds a text. Also returns the replacements that changed its length: `from` and `to` are offsets in the original
 * text, `at` and `end` are offsets in the folded text.
 */
const foldedText = (text) => {
  const { folds, pattern } = specials()
  const moved = []
  let folded = ""
  let from = 0
  for (const { 0: letter, index } of text.matchAll(pattern)) {
    folded += text.slice(from, index).toLowerCase()
    from = index + 1
    const fold = folds.get(letter)
    if (fold.length !== 1)
      moved.push({ from: index, to: from, at: folded.length, end: folded.length + fold.length })
    folded += fold
  }
  return { folded: folded + text.slice(from).toLowerCase(), moved }
}

/** Returns the last replacement that begins at or before this offset of the folded text. Undefined if there is none. */
const pieceAt = (moved, offset) => {
  let [low, high] = [0, moved.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (moved[middle].at <= offset) low = middle + 1
    else high = middle
  }
  return moved[low - 1]
}

/**
 * Returns the first `most` ranges of `text` that match `words`, as offsets: `[{start, end}]`. Ignores case, even for
 * letters such as `ß`, whose upper case has two letters. If only one of these two letters matches, the range covers the
 * whole `ß`. Normalize `text` to NFC first.
 */
export const findWords = (text, words, most = Infinity) => {
  const { folded: needle } = foldedText(words.normalize("NFC"))
  if (needle === "") return []
  const { folded, moved } = foldedText(text)
  const found = []
  for (let at = folded.indexOf(needle); at >= 0 && found.length < most;) {
    const end = at + needle.length
    const first = pieceAt(moved, at)
    const last = pieceAt(moved, end - 1)
    const start = first === undefined ? at : at < first.end ? first.from : first.to + at - first.end
    // If both halves of a letter match, such as the two "s" of `ß`, they count as one match.
    if (start >= (found.at(-1)?.end ?? 0))
      found.push({
        start,
        end: last === undefined ? end : end <= last.end ? last.to : last.to + end - last.end
      })
    at = folded.indexOf(needle, end)
  }
  return found
}
