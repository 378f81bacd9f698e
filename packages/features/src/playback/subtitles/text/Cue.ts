/** One subtitle. Times are whole milliseconds from the beginning of the video. */
export interface Cue {
  readonly startMs: number
  readonly endMs: number
  /** Plain text with lines separated by `\n`. */
  readonly text: string
  /** The same as WebVTT cue text (escaped, with only our tags); null if the text has no markup. */
  readonly markup: string | null
  /** WebVTT cue settings that were understood, written by us: `line:0 align:left`; null for the default position. */
  readonly settings: string | null
}

/** Line ends of all systems. Tools that converted LF to CR LF twice left CR CR LF, which counts as one line end. */
export const LINE_END = /\r{0,2}\n|\r/

/**
 * Maximum number of cues. A file with a day of speech has about 20,000; karaoke in ASS has ten times the cues of its
 * songs.
 */
export const MOST_CUES = 50_000
/** Maximum size in bytes. The largest real files (typeset ASS) have about 15 MB. */
export const MOST_BYTES = 20 * 1024 * 1024
/** Maximum length of a cue in UTF-16 units. No one can read more in its time. */
export const MOST_TEXT = 2_000
/** Milliseconds: 100 hours. */
export const LAST_MS = 100 * 3_600_000

/** A parser's result before cleaning. `markup` is null or the writer's output. */
export type RawCue = Cue

const isSane = ({ endMs, startMs, text }: Cue): boolean =>
  Number.isFinite(startMs) && Number.isFinite(endMs) && endMs > startMs && startMs < LAST_MS && text !== ""

/** Sorts cues by time, removes duplicates, and applies the limits. Typeset ASS repeats a line in several layers. */
export const tidy = (cues: Iterable<Cue>): ReadonlyArray<Cue> => {
  const seen = new Set<string>()
  const kept: Array<Cue> = []
  for (const cue of cues) {
    const whole = { ...cue, startMs: Math.max(0, cue.startMs), endMs: Math.min(LAST_MS, cue.endMs) }
    const key = `${whole.startMs} ${whole.endMs} ${whole.settings} ${whole.text}`
    if (!isSane(whole) || seen.has(key)) continue
    seen.add(key)
    kept.push(whole)
    if (kept.length >= MOST_CUES) break
  }
  // The sort is stable, so cues with the same time stay in the order of the file.
  return kept.sort((a, b) => a.startMs - b.startMs)
}
