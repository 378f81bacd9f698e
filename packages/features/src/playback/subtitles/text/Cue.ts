/** One subtitle. Times are whole milliseconds from the beginning of the video. */
export interface Cue {
  readonly startMs: number
  readonly endMs: number
  /** The plain text. Lines are separated by line feeds. */
  readonly text: string
  /** The same text as WebVTT cue text, escaped and with only supported tags. Null if the text has no markup. */
  readonly markup: string | null
  /** The supported WebVTT cue settings, normalized: `line:0 align:left`. Null for the default position. */
  readonly settings: string | null
}

/**
 * Matches the line ends of all systems. CR CR LF counts as one line end, because some tools converted LF to CR LF
 * twice.
 */
export const LINE_END = /\r{0,2}\n|\r/

/**
 * The maximum number of cues. A file with a day of speech has about 20,000. Karaoke files in ASS have ten times as many
 * cues as lines of text.
 */
export const MOST_CUES = 50_000
/** The maximum size in bytes. The largest real files (typeset ASS) have about 15 MB. */
export const MOST_BYTES = 20 * 1024 * 1024
/** The maximum length of a cue in UTF-16 units. No viewer could read more text while the cue is shown. */
export const MOST_TEXT = 2_000
/** The latest time of a cue in milliseconds: 100 hours. */
export const LAST_MS = 100 * 3_600_000

/** A cue as a parser returns it, before `tidy`. `markup` is null or was built by `MarkupBuilder`. */
export type RawCue = Cue

const isSane = ({ endMs, startMs, text }: Cue): boolean =>
  Number.isFinite(startMs) && Number.isFinite(endMs) && endMs > startMs && startMs < LAST_MS && text !== ""

/**
 * Sorts cues by time, removes duplicates, and applies the limits. Duplicates are common, because typeset ASS repeats a
 * line in several layers.
 */
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
  // The sort is stable, so cues with the same time remain in the order of the file.
  return kept.sort((a, b) => a.startMs - b.startMs)
}
