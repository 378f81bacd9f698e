import type { Proof } from "../Classification.ts"
import { rawIndex, type Segment } from "../path.ts"

/** Returns a range of a name as evidence. The offsets in the result refer to the name. */
export const mark = (segment: Segment, from: number, to: number, rule: string, means: string): Proof => {
  const [start, end] = [rawIndex(segment, from), rawIndex(segment, to)]
  return { segment: segment.raw, start, end, text: segment.raw.slice(start, end), rule, means }
}

/** Returns the whole name as evidence, for rules that consider the whole name or the adjacent files. */
export const markWhole = (segment: Segment, rule: string, means: string): Proof =>
  mark(segment, 0, segment.text.length, rule, means)
