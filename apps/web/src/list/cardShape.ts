/** Between cards, px. */
export const GAP = 14
/** Between rows of cards. */
export const ROW_GAP = 20
/** Below the picture: two lines of a title (14/18), and for kinds that have one a line more (13/18). */
export const cardText = (hasSecondLine: boolean): number => 8 + 2 * 18 + (hasSecondLine ? 2 + 18 : 0)
