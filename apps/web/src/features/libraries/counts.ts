import type { Library } from "@media/features/library/libraries/contract"
import { allKinds, type ItemKind } from "@/features/items/kinds/kinds"
import { plural } from "@/lib/format"

export const countOf = (library: Library, kind: ItemKind): number => library.counts.byKind[kind] ?? 0

/** "9 videos, 12 images": counts of the library's kinds, and of other kinds if it still contains any. */
export const countsText = (library: Library): string =>
  allKinds
    .filter(
      ({ contents, isNested, kind }) =>
        isNested !== true &&
        // Many video libraries contain no series, so these are only listed if there are any.
        ((library.contents.includes(contents) && kind !== "series") || countOf(library, kind) > 0)
    )
    .map(({ kind, words }) => plural(countOf(library, kind), words.one, words.many))
    .join(", ")
