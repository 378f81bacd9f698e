import type { AudioTrack } from "@media/features/media/audio/contract"

export interface NamedChapter {
  /** Seconds. */
  readonly start: number
  readonly title: string
}

/** Chapters in order. A chapter without a title gets its number as a name. */
export const namedChapters = (
  chapters: AudioTrack["chapters"],
  nameOf: (number: number) => string
): ReadonlyArray<NamedChapter> =>
  chapters
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, title }, n) => ({ start, title: title.trim() === "" ? nameOf(n + 1) : title }))
