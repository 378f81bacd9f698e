const SIGNS = new Set(" \t\n._-([{,~+")

/**
 * Returns the end offset of a range without its trailing separators. Uses a loop, because a regular
 * expression would scan every run of separators repeatedly.
 */
export const endWithoutSeparators = (text: string, start: number, end: number): number => {
  let at = end
  while (at > start && SIGNS.has(text[at - 1]!)) at -= 1
  return at
}

const LEADING = new Set(" \t\n._-)]},~+:")

export const startWithoutSeparators = (text: string, start: number, end = text.length): number => {
  let at = start
  while (at < end && LEADING.has(text[at]!)) at += 1
  return at
}
