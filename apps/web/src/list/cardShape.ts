/** Pixels between cards. */
export const GAP = 16
/** Pixels between rows of cards. */
export const ROW_GAP = 20
/** Names of videos are long: where nothing else is below the picture, they take a second line. */
export const titleLines = (aspect: number, hasSecondLine: boolean): 1 | 2 =>
  aspect > 1.5 && !hasSecondLine ? 2 : 1
/** Below the picture: a line of the title (14/18), and the second line, of the title or with a fact (13/18). */
export const cardText = (aspect: number, hasSecondLine: boolean): number =>
  8 + 18 + (hasSecondLine || aspect > 1.5 ? 2 + 18 : 0)
