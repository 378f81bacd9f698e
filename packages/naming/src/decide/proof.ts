import type { Proof } from "../Classification.ts"
import { rawIndex, type Segment } from "../path.ts"

/** Marks a range of a name, in offsets of the whole path. */
export const mark = (segment: Segment, from: number, to: number, rule: string, means: string): Proof => {
  const [start, end] = [rawIndex(segment, from), rawIndex(segment, to)]
  return {
    segment: segment.raw,
    start: segment.start + start,
    end: segment.start + end,
    text: segment.raw.slice(start, end),
    rule,
    means
  }
}

/** Marks the whole name, for a rule about all of it or about adjacent files. */
export const markWhole = (segment: Segment, rule: string, means: string): Proof =>
  mark(segment, 0, segment.text.length, rule, means)
