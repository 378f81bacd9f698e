import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import type { Archive } from "@media/archives/OpenArchive"
import { naturally } from "@media/kernel/NaturalOrder"

/** Matches the extensions of pictures that our decoders read. */
const PICTURE = /\.(jpe?g|jfif|png|webp|gif|avif|tiff?|jxl|hei[cf])$/i

/** Matches the file names of pages with which scanners name themselves, such as `00-credits.jpg` and `zzz.png`. */
const CREDITS =
  /(?:^|[^a-z])(?:z{2,}|credits?|recruit(?:ing|ment)?|scanlat(?:ion|ors?)|scanners?)(?:[^a-z]|$)/i

const fileNameOf = ({ key }: ArchiveEntry): string => /[^\\/]*$/.exec(key)![0]
const folderOf = (page: ArchiveEntry): string => page.key.slice(0, -fileNameOf(page).length)

export const isCredits = (page: ArchiveEntry): boolean => CREDITS.test(fileNameOf(page))

/**
 * Moves credits to the end if they are outside of the folders of the other pages. Scanners often add them to the root
 * of an archive, where their names can precede those of the folders.
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
  const ordered = withCreditsLast(pages)
  known.set(entries, ordered)
  return ordered
}
