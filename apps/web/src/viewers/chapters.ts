import type { Video } from "@media/features/media/videos/contract"

type Chapters = Video["chapters"]
/** A chapter as needed for jumping. The start of a video is one, named or not. */
export interface ChapterStart {
  readonly start: number
  readonly title: string
}

/** "Previous" within this many seconds of a chapter's start jumps to the one before. */
const GRACE_SECONDS = 2
const AHEAD_SECONDS = 0.5

export const chapterAt = (chapters: Chapters, seconds: number): ChapterStart | undefined =>
  chapters.findLast((chapter) => chapter.start <= seconds)

/** The beginnings of chapters and markers, in their order. */
export const startsOf = (
  chapters: Chapters,
  markers: ReadonlyArray<ChapterStart>
): ReadonlyArray<ChapterStart> =>
  markers.length === 0 ? chapters : [...chapters, ...markers].toSorted((a, b) => a.start - b.start)

/** Where "next" and "previous chapter" lead. */
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
