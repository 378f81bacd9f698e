/**
 * The range of a name without the brackets at its ends. Brackets at the start contain a release group. Brackets at the
 * end contain sizes and checksums.
 */
export interface Core {
  readonly start: number
  readonly end: number
  /** True if the name starts with a release group in brackets. */
  readonly hasGroup: boolean
}

const isSpace = (code: number): boolean => code === 32 || code === 95 || code === 46

const openerOf: Readonly<Record<string, string>> = { "]": "[", ")": "(", "}": "{" }

export const coreOf = (text: string): Core => {
  let start = 0
  const close = text[0] === "[" ? text.indexOf("]") : -1
  const hasGroup = close > 1 && close < text.length - 1
  if (hasGroup) start = close + 1
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1
  let end = text.length
  for (let n = 0; n < 20; n += 1) {
    while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
    const opener = openerOf[text[end - 1] ?? ""]
    const open = opener === undefined ? -1 : text.lastIndexOf(opener, end - 1)
    if (open <= start) break
    end = open
  }
  return { start, end, hasGroup }
}
