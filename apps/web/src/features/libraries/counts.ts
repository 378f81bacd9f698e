import type { Library } from "@media/features/library/libraries/contract"
import { allKinds, type ItemKind } from "@/features/items/kinds/kinds"
import { plural } from "@/lib/format"

export const countOf = (library: Library, kind: ItemKind): number => library.counts.byKind[kind] ?? 0

/**
 * Returns the number of items of each kind, such as "9 videos, 12 photos". A kind that the library is not meant to
 * contain is listed only if it still has items of that kind.
 */
export const countsText = (library: Library): string =>
  allKinds
    .filter(
      ({ contents, isNested, kind }) =>
        isNested !== true &&
        // Many video libraries contain no series, so "0 series" is not shown.
        ((library.contents.includes(contents) && kind !== "series") || countOf(library, kind) > 0)
    )
    .map(({ kind, words }) => plural(countOf(library, kind), words.one, words.many))
    .join(", ")
