import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import type { Archive } from "@media/archives/OpenArchive"
import { naturally } from "@media/kernel/NaturalOrder"

/** Matches the extensions of pictures that our decoders read. */
const PICTURE = /\.(jpe?g|jfif|png|webp|gif|avif|tiff?|jxl|hei[cf])$/i

/**
 * Pages keyed by the entries of their archive. Each page request needs this list, and sorting it takes 12 ms for 2,000
 * pages and 0.4 s for 50,000 pages (2026-11-23).
 */
const known = new WeakMap<Archive["entries"], ReadonlyArray<ArchiveEntry>>()

/** Returns the pictures of a comic in reading order, including unreadable pictures. */
export const pagesOf = ({ entries }: Archive): ReadonlyArray<ArchiveEntry> => {
  const before = known.get(entries)
  if (before !== undefined) return before
  const pages = entries
    .filter(({ isJunk, key, kind }) => kind === "file" && !isJunk && PICTURE.test(key))
    .sort((a, b) => naturally(a.key, b.key) || a.index - b.index)
  known.set(entries, pages)
  return pages
}
