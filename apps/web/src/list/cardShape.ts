/** Horizontal distance in pixels between cards. */
export const GAP = 16
/** Vertical distance in pixels between rows of cards. */
export const ROW_GAP = 20
/**
 * Returns the maximum number of lines for a title. Video titles are long, so they get two lines if the card has no
 * other text.
 */
export const titleLines = (aspect: number, hasSecondLine: boolean): 1 | 2 =>
  aspect > 1.5 && !hasSecondLine ? 2 : 1
/**
 * Returns the height in pixels of the text below the picture. The first line contains the title, and the second line
 * the rest of the title or a fact. Both lines are 18 px high.
 */
export const cardText = (aspect: number, hasSecondLine: boolean): number =>
  8 + 18 + (hasSecondLine || aspect > 1.5 ? 2 + 18 : 0)
