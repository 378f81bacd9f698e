// Words in a text, for the server, for programs apart from it and for the web app.

/** As it is compared where nothing else is said: "STRASSE" is "Straße", "fi" is in "ﬁnd", "istanbul" is "İSTANBUL". */
const foldedLetter = (letter) => letter.toLowerCase().toUpperCase().toLowerCase()

/** What people do not see, and what keyboards do not have. */
const OTHERS = {
  "\u00ad": "",
  "\u200b": "",
  "\u2060": "",
  "\ufeff": "",
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
  // Its lower case is two letters, of which only Turkish keyboards write one.
  "\u0130": "i",
  // A text as a whole has two lower cases of it.
  "\u03a3": "σ"
}

/** All of which the lower case alone would not do; 140 of 65,536, found in 25 ms when it is first asked for. */
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

/** The text as it is compared, and which pieces of it are of another length: `from` and `to` in the text, `at` and `end` here. */
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

/** The last piece that begins at this place or before it. */
const pieceAt = (moved, place) => {
  let [low, high] = [0, moved.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (moved[middle].at <= place) low = middle + 1
    else high = middle
  }
  return moved[low - 1]
}

/**
 * Where a text has these words, the first `most` places: `[{start, end}]`, in its letters. Without regard to case, also of
 * letters that another case has two of; half a letter stands for the whole. Of both, letters with marks are written alike
 * (NFC) before.
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
    // Both halves of a letter are one place.
    if (start >= (found.at(-1)?.end ?? 0))
      found.push({
        start,
        end: last === undefined ? end : end <= last.end ? last.to : last.to + end - last.end
      })
    at = folded.indexOf(needle, end)
  }
  return found
}
