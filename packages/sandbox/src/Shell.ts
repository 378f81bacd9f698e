/** Quotes a text as a single word for a POSIX shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
