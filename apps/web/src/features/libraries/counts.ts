import type { Library } from "@media/features/library/libraries/contract"
import { allKinds, type ItemKind } from "@/features/items/kinds/kinds"
import { plural } from "@/lib/format"

export const countOf = (library: Library, kind: ItemKind): number => library.counts.byKind[kind] ?? 0

/**
 * Formats the counts of a library: "9 videos, 12 images". A kind that is not among the contents of the library is
 * listed only if the library still has items of this kind.
 */
export const countsText = (library: Library): string =>
  allKinds
    .filter(
      ({ contents, isNested, kind }) =>
        isNested !== true &&
        // Series are listed only if the library contains some, because many video libraries contain no series.
        ((library.contents.includes(contents) && kind !== "series") || countOf(library, kind) > 0)
    )
    .map(({ kind, words }) => plural(countOf(library, kind), words.one, words.many))
    .join(", ")
