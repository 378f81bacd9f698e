import type { Video } from "@media/features/media/videos/contract"

type Chapters = Video["chapters"]
/**
 * The start of a chapter or marker. The start of the video counts as an untitled chapter if no chapter begins there.
 */
export interface ChapterStart {
  readonly start: number
  readonly title: string
}

/** Number of seconds after the start of a chapter during which "Previous" seeks to the previous chapter. */
const GRACE_SECONDS = 2
const AHEAD_SECONDS = 0.5

export const chapterAt = (chapters: Chapters, seconds: number): ChapterStart | undefined =>
  chapters.findLast((chapter) => chapter.start <= seconds)

/** Returns the starts of chapters and markers, in order of time. */
export const startsOf = (
  chapters: Chapters,
  markers: ReadonlyArray<ChapterStart>
): ReadonlyArray<ChapterStart> =>
  markers.length === 0 ? chapters : [...chapters, ...markers].toSorted((a, b) => a.start - b.start)

/** Returns the start to which "next chapter" or "previous chapter" seeks. */
export const adjacentChapter = (
  chapters: ReadonlyArray<ChapterStart>,
  seconds: number,
  direction: 1 | -1
): ChapterStart | undefined => {
  const starts: ReadonlyArray<ChapterStart> = chapters.some(({ start }) => start === 0)
    ? chapters
    : [{ start: 0, title: "" }, ...chapters]
  return direction > 0
    ? starts.find(({ start }) => start > seconds + AHEAD_SECONDS)
    : starts.findLast(({ start }) => start < seconds - GRACE_SECONDS)
}
