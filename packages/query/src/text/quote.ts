const safeWord = /^[\p{L}\p{N}][^\s(){}":=<>~!^$|]*$/u
const safeValue = /^[\p{L}\p{N}_/][^\s(){}",]*$/u
const keywords = new Set(["AND", "OR", "NOT"])

/**
 * Returns the text in quotes. A backslash is escaped only if it would otherwise be read as an escape, so most patterns
 * stay readable.
 */
export const quote = (text: string): string => `"${text.replaceAll(/"|\\(?=[\\"]|$)/g, String.raw`\$&`)}"`

/** True if the text can be written without quotes and is then read as a single word. */
export const isBareWord = (text: string): boolean => safeWord.test(text) && !keywords.has(text)

/** Returns a value for use after a symbol or in a list. The value is quoted if any part of it has a special meaning. */
export const valueText = (text: string): string =>
  safeValue.test(text) && !text.includes("..") ? text : quote(text)
