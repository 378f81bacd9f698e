/** The lines of text on a generated cover. */
export interface Cover {
  readonly title: string
  /** The author or artist. */
  readonly by?: string | undefined
}

/** Derives a hue in degrees from the author, so that all books by an author have the same color. */
export const hueOf = ({ by, title }: Cover): number => {
  let hash = 0
  for (const letter of by ?? title) hash = (hash * 31 + letter.codePointAt(0)!) % 100_003
  return hash % 360
}
