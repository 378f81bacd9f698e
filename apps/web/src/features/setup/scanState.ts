import type { Library } from "@media/features/library/libraries/contract"
import { allKinds } from "@/features/items/kinds/kinds"
import { countOf } from "@/features/libraries/counts"
import { isBusy } from "@/features/libraries/useProgress"
import { plural } from "@/lib/format"

/** True if all folders were scanned and all files were examined. */
export const isScanned = (library: Library): boolean =>
  !isBusy(library) && library.roots.every(({ enabled, lastScannedAt }) => !enabled || lastScannedAt !== null)

/** "21 videos, 4 images": the kinds that were found. Empty if nothing was found. */
export const foundText = (library: Library): string =>
  allKinds
    .filter(({ kind }) => countOf(library, kind) > 0)
    .map(({ kind, words }) => plural(countOf(library, kind), words.one, words.many))
    .join(", ")

export const readyCount = ({ counts }: Library): number =>
  counts.items - counts.arriving - counts.failed - counts.missing
