/** The texts on a generated cover. */
export interface Cover {
  readonly title: string
  /** Its author or artist. */
  readonly by?: string | undefined
}

/** A hue in degrees, derived from the author, so all books of an author have the same color. */
export const hueOf = ({ by, title }: Cover): number => {
  let hash = 0
  for (const letter of by ?? title) hash = (hash * 31 + letter.codePointAt(0)!) % 100_003
  return hash % 360
}
