/** Pixels between cards. */
export const GAP = 16
/** Pixels between rows of cards. */
export const ROW_GAP = 20
/**
 * The number of lines for a title. Names of videos are long, so they get a second line if there is nothing else below
 * the picture.
 */
export const titleLines = (aspect: number, hasSecondLine: boolean): 1 | 2 =>
  aspect > 1.5 && !hasSecondLine ? 2 : 1
/**
 * Height of the text below the picture: a line of the title (14/18), and a second line with the rest of the title or a
 * fact (13/18).
 */
export const cardText = (aspect: number, hasSecondLine: boolean): number =>
  8 + 18 + (hasSecondLine || aspect > 1.5 ? 2 + 18 : 0)
