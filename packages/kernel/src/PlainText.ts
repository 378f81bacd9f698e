/** Controls of terminals, and marks that make text run backwards or belong to annotations. */
const CONTROLS = /\p{Cc}+/gu
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ufeff]+/gu
const LINE_ENDS = /[\u2028\u2029]/gu

/**
 * Text of foreign origin (a file name, say) for titles, labels and logs: no control characters, line ends or overrides of
 * the writing direction, with which a name could pose as another or act on a terminal, and no halves of characters, which
 * no database takes. Joiners of emoji and scripts stay.
 */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(CONTROLS, " ").replace(LINE_ENDS, " ").replace(INVISIBLE, "")

/** Would `plainText` leave it as it is? What people type is refused otherwise, and not changed behind their back. */
export const isPlainText = (text: string): boolean => plainText(text) === text
