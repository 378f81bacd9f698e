/** Terminal control characters, and characters that reverse the text direction or mark annotations. */
const CONTROLS = /\p{Cc}+/gu
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ufeff]+/gu
const LINE_ENDS = /[\u2028\u2029]/gu

/**
 * Makes text from outside (a file name, for example) safe for titles, labels and logs. Removes control characters, line
 * ends and direction overrides, which could disguise one name as another or act on a terminal, and lone surrogates,
 * which no database accepts. Joiners of emoji and scripts stay.
 */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(CONTROLS, " ").replace(LINE_ENDS, " ").replace(INVISIBLE, "")

/**
 * Tells whether `plainText` would leave the text unchanged. User input that it would change is rejected rather than
 * silently altered.
 */
export const isPlainText = (text: string): boolean => plainText(text) === text
