import type { Cue } from "./Cue.ts"
import { toVectors } from "./Words.ts"

/**
 * The maximum number of cues per statement. A statement with this many cues takes about 800 kB of memory, and 80 ms in
 * the database.
 */
const MOST_CUES = 2_000
/** The maximum number of characters per statement. The data stored for the search is about five times as large. */
const MOST_LETTERS = 200_000

/** Converts the cues of a track to JSON rows, in batches of one statement each: see `keepCues`. */
export const batchesOf = (cues: ReadonlyArray<Cue>): ReadonlyArray<Buffer> => {
  const vectors = toVectors(cues)
  const batches: Array<Buffer> = []
  let rows: Array<string> = []
  let letters = 0
  const finish = () => {
    if (rows.length > 0) batches.push(Buffer.from(`[${rows.join(",")}]`))
    rows = []
    letters = 0
  }
  for (const [n, { endMs, markup, settings, startMs, text }] of cues.entries()) {
    rows.push(JSON.stringify({ n, s: startMs, e: endMs, t: text, m: markup, p: settings, w: vectors[n] }))
    letters += text.length
    if (rows.length >= MOST_CUES || letters >= MOST_LETTERS) finish()
  }
  finish()
  return batches
}
