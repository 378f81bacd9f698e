import { LINE_END, tidy, type Cue } from "./Cue.ts"
import { readTagged, settingsOf } from "./Tags.ts"
import { readTiming, type Timing } from "./Times.ts"

/** The maximum number of lines of a cue. A file with more lines and no time in between is not a subtitle file. */
const MOST_LINES = 60

const isNumber = (line: string | undefined): boolean => line !== undefined && /^\s*\d{1,9}\s*$/.test(line)

/**
 * Parses SubRip. Cues are recognized only by the lines with times. As in other players, numbers may be missing, wrong
 * or duplicated, and there may be too few or too many blank lines.
 */
export const readSrt = (text: string): ReadonlyArray<Cue> => {
  const lines = text.split(LINE_END)
  const cues: Array<Cue> = []
  let current: Timing | undefined
  let payload: Array<string> = []
  const finish = (isNumbered: boolean) => {
    if (current === undefined) return
    if (isNumbered && isNumber(payload.at(-1))) payload.pop()
    const { alignment, ...read } = readTagged(payload.join("\n"))
    cues.push({ startMs: current.startMs, endMs: current.endMs, ...read, settings: settingsOf(alignment) })
  }
  for (const line of lines) {
    const timing = readTiming(line)
    if (timing !== undefined) {
      finish(true)
      current = timing
      payload = []
    } else if (payload.length < MOST_LINES) payload.push(line)
  }
  finish(false)
  return tidy(cues)
}
