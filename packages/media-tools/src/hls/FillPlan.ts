import type { Rendition } from "./Ladder.ts"

/**
 * Maximum number of segments in one run of ffmpeg (5.5 hours). With this limit, the list of forced key frames fits into
 * one argument of 128 KiB. Such an argument has space for 10,900 time stamps of 12 characters each. The outputs of
 * several runs join without gaps.
 */
export const MAX_RUN_SEGMENTS = 2_000

/** One run of ffmpeg, which fills the same range of missing segments in one or more renditions. */
export interface FillTask {
  readonly renditions: ReadonlyArray<Rendition>
  readonly from: number
  readonly to: number
}

/**
 * Plans as few runs as possible for the missing segments. Copies come first, because they cost almost nothing and can
 * be watched immediately. Encoded renditions with the same gap then share one decode (for three renditions, 0.78 times
 * the CPU of separate runs).
 */
export const planFill = (
  renditions: ReadonlyArray<Rendition>,
  ready: ReadonlyMap<number, ReadonlySet<number>>,
  segments: number
): ReadonlyArray<FillTask> => {
  const missing = (rendition: Rendition, n: number) => ready.get(rendition.height)?.has(n) !== true
  const copies = renditions.filter((rendition) => rendition.mode === "copy")
  const encodes = renditions.filter((rendition) => rendition.mode === "encode")
  return [
    ...copies.flatMap((rendition) => gaps(segments, (n) => (missing(rendition, n) ? [rendition] : []))),
    ...gaps(segments, (n) => encodes.filter((rendition) => missing(rendition, n)))
  ]
}

/** Returns the ranges of segments that lack the same renditions. */
const gaps = (
  segments: number,
  missingAt: (n: number) => ReadonlyArray<Rendition>
): ReadonlyArray<FillTask> => {
  const tasks: Array<FillTask> = []
  let from = 0
  let present: ReadonlyArray<Rendition> = []
  for (let n = 0; n <= segments; n++) {
    const here = n === segments ? [] : missingAt(n)
    if (isSame(here, present) && n - from < MAX_RUN_SEGMENTS) continue
    if (present.length > 0) tasks.push({ renditions: present, from, to: n })
    from = n
    present = here
  }
  return tasks
}

const isSame = (a: ReadonlyArray<Rendition>, b: ReadonlyArray<Rendition>): boolean =>
  a.length === b.length && a.every((rendition, i) => rendition.height === b[i]!.height)
