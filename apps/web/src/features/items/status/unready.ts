import type { Library } from "@media/features/library/libraries/contract"
import type { ItemKind } from "../kinds/kinds"

export interface UnreadyCounts {
  readonly failed: number
  readonly missing: number
  readonly arriving: number
}
const none: UnreadyCounts = { failed: 0, missing: 0, arriving: 0 }

/** Returns the number of unusable files of a kind in the given libraries. */
export const unreadyOf = (libraries: ReadonlyArray<Library>, kind: ItemKind): UnreadyCounts =>
  libraries
    .map(({ counts }) => counts.unready[kind] ?? none)
    .reduce(
      (sum, of) => ({
        failed: sum.failed + of.failed,
        missing: sum.missing + of.missing,
        arriving: sum.arriving + of.arriving
      }),
      none
    )
