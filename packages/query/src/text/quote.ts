const safeWord = /^[\p{L}\p{N}][^\s(){}":=<>~!^$|]*$/u
const safeValue = /^[\p{L}\p{N}_/][^\s(){}",]*$/u
const keywords = new Set(["AND", "OR", "NOT"])

/** In quotes. A backslash is escaped only if it would be read as an escape, which keeps patterns readable. */
export const quote = (text: string): string => `"${text.replaceAll(/"|\\(?=[\\"]|$)/g, String.raw`\$&`)}"`

/** True if the text can be read back as one word without quotes. */
export const isBareWord = (text: string): boolean => safeWord.test(text) && !keywords.has(text)

/** A value after a symbol or in a list; in quotes if any part of it has a special meaning. */
export const valueText = (text: string): string =>
  safeValue.test(text) && !text.includes("..") ? text : quote(text)
