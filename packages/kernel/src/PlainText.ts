/** Matches control characters, which can act on a terminal. */
const CONTROLS = /\p{Cc}+/gu
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ufeff]+/gu
const LINE_ENDS = /[\u2028\u2029]/gu

/**
 * Makes text from outside, such as a file name, safe for titles, labels and logs. Control characters and line ends
 * become spaces. Direction overrides, which could disguise one name as another, are removed. Lone surrogates, which no
 * database accepts, become U+FFFD. Joiners are kept, because emoji and some scripts need them.
 */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(CONTROLS, " ").replace(LINE_ENDS, " ").replace(INVISIBLE, "")

/**
 * True if `plainText` would not change the text. Input that `plainText` would change is rejected, not silently altered.
 */
export const isPlainText = (text: string): boolean => plainText(text) === text
