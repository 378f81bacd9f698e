import type { Library } from "@media/features/library/libraries/contract"
import { allKinds } from "@/features/items/kinds/kinds"
import { countOf } from "@/features/libraries/counts"
import { isBusy } from "@/features/libraries/useProgress"
import { plural } from "@/lib/format"

/** Returns true if all enabled folders have been scanned and all files have been examined. */
export const isScanned = (library: Library): boolean =>
  !isBusy(library) && library.roots.every(({ enabled, lastScannedAt }) => !enabled || lastScannedAt !== null)

/**
 * Returns the number of items of each kind in the library: "21 videos, 4 images". Returns an empty string if the
 * library has no items.
 */
export const foundText = (library: Library): string =>
  allKinds
    .filter(({ kind }) => countOf(library, kind) > 0)
    .map(({ kind, words }) => plural(countOf(library, kind), words.one, words.many))
    .join(", ")

export const readyCount = ({ counts }: Library): number =>
  counts.items - counts.arriving - counts.failed - counts.missing
