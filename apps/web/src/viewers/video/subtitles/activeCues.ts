import type { SubtitleCue } from "@media/features/playback/subtitles/contract"

/** Maximum duration of a cue in seconds. A translated sign may be visible for minutes. */
const LONGEST = 600

/**
 * Returns the index of the last cue that has started, or -1 before the first cue. The binary search takes 15 steps for
 * 20,000 cues.
 */
export const lastBegun = (cues: ReadonlyArray<SubtitleCue>, time: number): number => {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (cues[middle]!.start <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Returns the cues that are visible at a time, in the order of their start. Returns at most 8 cues, which fill any
 * video.
 */
export const activeCues = (cues: ReadonlyArray<SubtitleCue>, time: number): ReadonlyArray<SubtitleCue> => {
  const active: Array<SubtitleCue> = []
  for (let at = lastBegun(cues, time); at >= 0 && active.length < 8; at -= 1) {
    const cue = cues[at]!
    if (cue.start < time - LONGEST) break
    if (cue.end > time) active.unshift(cue)
  }
  return active
}
