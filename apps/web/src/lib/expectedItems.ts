/** Time in milliseconds in which the items of an undo arrive. An undo of thousands of items takes several seconds. */
const ARRIVAL_MS = 15_000

let until = 0

/** Announces that an action of this tab, such as an undo, is about to bring back items. */
export const expectItems = (): void => {
  until = Date.now() + ARRIVAL_MS
}

/**
 * True if an action of this tab is bringing back items. Lists then show new items immediately instead of offering to
 * show them.
 */
export const areItemsExpected = (): boolean => Date.now() < until
