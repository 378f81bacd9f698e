/** One word for a POSIX shell, whatever it contains. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
