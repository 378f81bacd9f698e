import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import type { Archive } from "@media/archives/OpenArchive"
import { naturally } from "@media/kernel/NaturalOrder"

/** Matches the extensions of the image formats that the server can decode. */
const PICTURE = /\.(jpe?g|jfif|png|webp|gif|avif|tiff?|jxl|hei[cf])$/i

/**
 * Matches the file names of pages on which the people who scanned a comic credit themselves, such as `00-credits.jpg`
 * and `zzz.png`.
 */
const CREDITS =
  /(?:^|[^a-z])(?:z{2,}|credits?|recruit(?:ing|ment)?|scanlat(?:ion|ors?)|scanners?)(?:[^a-z]|$)/i

const fileNameOf = ({ key }: ArchiveEntry): string => /[^\\/]*$/.exec(key)![0]
const folderOf = (page: ArchiveEntry): string => page.key.slice(0, -fileNameOf(page).length)

export const isCredits = (page: ArchiveEntry): boolean => CREDITS.test(fileNameOf(page))

/**
 * Moves credits to the end unless they are in the same folder as other pages. Credits are often added to the root of an
 * archive, where their names may sort before the folders of the story.
 */
const withCreditsLast = (pages: ReadonlyArray<ArchiveEntry>): ReadonlyArray<ArchiveEntry> => {
  const story = pages.filter((page) => !isCredits(page))
  const folders = new Set(story.map(folderOf))
  const isOutside = (page: ArchiveEntry) => isCredits(page) && !folders.has(folderOf(page))
  return story.length === 0
    ? pages
    : [...pages.filter((page) => !isOutside(page)), ...pages.filter(isOutside)]
}

/**
 * The sorted pages of each open archive. They are cached because each page request needs them, and sorting takes 12 ms
 * for 2,000 pages and 0.4 s for 50,000 pages (measured 2026-11-23).
 */
const known = new WeakMap<Archive["entries"], ReadonlyArray<ArchiveEntry>>()

/**
 * Returns the pages of a comic in reading order. They are identified by their extension, so they may include images
 * that cannot be read.
 */
export const pagesOf = ({ entries }: Archive): ReadonlyArray<ArchiveEntry> => {
  const before = known.get(entries)
  if (before !== undefined) return before
  const pages = entries
    .filter(({ isJunk, key, kind }) => kind === "file" && !isJunk && PICTURE.test(key))
    .sort((a, b) => naturally(a.key, b.key) || a.index - b.index)
  const ordered = withCreditsLast(pages)
  known.set(entries, ordered)
  return ordered
}
