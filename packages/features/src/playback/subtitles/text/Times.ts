/**
 * Matches times such as `01:02:03,456`, `2:03.45` and `1:02:03:456`, and other variants that are common in SRT and
 * WebVTT files.
 */
const TIME = String.raw`(?:(\d{1,3})\s?:\s?)?(\d{1,2})\s?:\s?(\d{1,2})(?:\s?[.,:]\s?(\d{1,6}))?`
const timing = new RegExp(String.raw`^\s{0,8}${TIME}\s{0,8}-{1,2}>\s{0,8}${TIME}(?:\s+(.{0,300}))?`)

const millis = (
  hours: string | undefined,
  minutes: string,
  seconds: string,
  part: string | undefined
): number =>
  Number(hours ?? 0) * 3_600_000 +
  Number(minutes) * 60_000 +
  Number(seconds) * 1_000 +
  Number((part ?? "0").padEnd(3, "0").slice(0, 3))

export interface Timing {
  readonly startMs: number
  readonly endMs: number
  /** The text after the times. */
  readonly rest: string
}

export const readTiming = (line: string): Timing | undefined => {
  if (!line.includes("->")) return undefined
  const match = timing.exec(line)
  if (match === null) return undefined
  const [, h1, m1, s1, p1, h2, m2, s2, p2, rest] = match
  return { startMs: millis(h1, m1!, s1!, p1), endMs: millis(h2, m2!, s2!, p2), rest: rest ?? "" }
}

const two = (value: number): string => String(value).padStart(2, "0")

/** Formats a time for WebVTT: `00:01:02.003`. */
export const writeTime = (ms: number): string =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, "0")}`
