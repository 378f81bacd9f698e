/** Returns the position after the string that begins at `at`. */
export const afterString = (text: string, at: number): number => {
  let end = at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1
  return Math.min(end + 1, text.length)
}

const OPENS = "([{"
const CLOSES = ")]}"

/** Returns the position after the bracket that closes the bracket at `at`, or undefined if no bracket closes it. */
export const afterBrackets = (text: string, at: number): number | undefined => {
  let depth = 0
  for (let end = at; end < text.length;) {
    const letter = text[end]!
    if (letter === '"') {
      end = afterString(text, end)
      continue
    }
    if (letter === "\\") {
      end += 2
      continue
    }
    if (OPENS.includes(letter)) depth += 1
    if (CLOSES.includes(letter)) depth -= 1
    end += 1
    if (depth === 0) return end
  }
  return undefined
}

/**
 * Returns the first position at or after `at`, outside strings and brackets, where `isEnd` is true. Returns the length
 * of the text if there is no such position.
 */
export const scanTo = (text: string, at: number, isEnd: (letter: string, at: number) => boolean): number => {
  let end = at
  while (end < text.length) {
    const letter = text[end]!
    if (isEnd(letter, end)) return end
    if (letter === '"') end = afterString(text, end)
    else if (letter === "\\") end += 2
    else if (OPENS.includes(letter)) end = afterBrackets(text, end) ?? text.length
    else end += 1
  }
  return text.length
}
