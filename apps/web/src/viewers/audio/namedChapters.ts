import type { AudioTrack } from "@media/features/media/audio/contract"

export interface NamedChapter {
  /** Start time in seconds. */
  readonly start: number
  readonly title: string
}

/** Returns the chapters in order. The number of a chapter without a title becomes its title. */
export const namedChapters = (
  chapters: AudioTrack["chapters"],
  nameOf: (number: number) => string
): ReadonlyArray<NamedChapter> =>
  chapters
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, title }, n) => ({ start, title: title.trim() === "" ? nameOf(n + 1) : title }))
