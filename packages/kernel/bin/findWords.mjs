// Finds words in a text. Shared by the server, the standalone programs and the web app.

/** Characters that compare as equal: "STRASSE" is "Straße", "fi" is in "ﬁnd", "istanbul" is "İSTANBUL". */
const foldedLetter = (letter) => letter.toLowerCase().toUpperCase().toLowerCase()

/** Invisible characters and characters that keyboards cannot type, with their plain equivalents. */
const OTHERS = {
  "\u00ad": "",
  "\u200b": "",
  "\u2060": "",
  "\ufeff": "",
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
  // The lower case of `İ` is two code points, which only Turkish keyboards produce.
  "\u0130": "i",
  // Lower-casing a whole text yields two forms of sigma.
  "\u03a3": "σ"
}

/** Characters that `toLowerCase` alone does not fold: 140 of 65,536, collected in 25 ms on first use. */
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
 * The folded text, and the pieces whose length changed: `from` and `to` in the original text, `at` and `end` in the
 * folded one.
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

/** The last piece that begins at or before this position. */
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
 * The first `most` positions where a text contains these words: `[{start, end}]`, as offsets into the text. Ignores case,
 * including letters whose other case has two letters; a match of half a letter covers the whole letter. Normalize both
 * texts (NFC) first.
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
    // Both halves of a letter are the same match.
    if (start >= (found.at(-1)?.end ?? 0))
      found.push({
        start,
        end: last === undefined ? end : end <= last.end ? last.to : last.to + end - last.end
      })
    at = folded.indexOf(needle, end)
  }
  return found
}
