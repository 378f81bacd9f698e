import { readFile } from "node:fs/promises"
import type { Rendition } from "./Ladder.ts"
import { segmentCount, type SegmentTable } from "./SegmentTable.ts"
import { PACKET, PAT_PID, pidOf } from "./TransportPacket.ts"

/** Every part of a rendition, numbered through all its segments. */
export interface PartGrid {
  /** Frame number at which each part begins, and the end of the last one. */
  readonly frames: ReadonlyArray<number>
  /** The segment to which each part belongs. */
  readonly segments: ReadonlyArray<number>
  /** Number of the first part of each segment, and the end of the last one. */
  readonly firsts: ReadonlyArray<number>
}

/**
 * An encoded segment has a key frame every 2 s, and thus parts that can be made, sent and decoded alone: a viewer who
 * seeks to its end need not wait for its beginning. A copied segment has the source's key frames and arrives
 * immediately, so it is one part.
 */
export const partGrid = (table: SegmentTable, mode: Rendition["mode"]): PartGrid => {
  const frames: Array<number> = []
  const segments: Array<number> = []
  const firsts: Array<number> = []
  for (let n = 0; n < segmentCount(table); n++) {
    firsts.push(frames.length)
    for (const frame of partStarts(table, n, mode)) {
      frames.push(frame)
      segments.push(n)
    }
  }
  firsts.push(frames.length)
  return { frames: [...frames, table.totalFrames], segments, firsts }
}

/** Frame numbers at which the parts of segment `n` begin. A remainder shorter than half a part joins the previous part. */
export const partStarts = (
  { boundaries, keyInterval }: SegmentTable,
  n: number,
  mode: Rendition["mode"]
): ReadonlyArray<number> => {
  const start = boundaries[n]!
  const starts = [start]
  if (mode === "copy") return starts
  const lastStart = boundaries[n + 1]! - keyInterval / 2
  for (let frame = start + keyInterval; frame <= lastStart; frame += keyInterval) starts.push(frame)
  return starts
}

/** 11 hours: for a longer video, a player would take longer to read the list of parts than a segment takes to make. */
const MAX_LISTED_SEGMENTS = 4_000

export const mayHaveParts = (table: SegmentTable): boolean => segmentCount(table) <= MAX_LISTED_SEGMENTS

/** The part of an encoded rendition that contains a time; the last one for any later time. */
export const partAt = (
  table: SegmentTable,
  seconds: number
): { readonly n: number; readonly part: number } => {
  const frame = (seconds * table.fps.num) / table.fps.den
  const behind = table.boundaries.findIndex((boundary) => boundary > frame)
  const n = (behind < 0 ? segmentCount(table) : Math.max(1, behind)) - 1
  const starts = partStarts(table, n, "encode")
  return { n, part: Math.max(0, starts.filter((start) => start <= frame).length - 1) }
}

/** The table of a run that begins at a part: segment `n` without the earlier parts. */
export const tableFromPart = (table: SegmentTable, n: number, part: number): SegmentTable =>
  part === 0
    ? table
    : {
        ...table,
        boundaries: table.boundaries.map((frame, i) => (i === n ? frame + part * table.keyInterval : frame))
      }

/**
 * Offsets in a segment at which its parts begin: at these offsets its tables start with a counter of 0. No other table
 * has it, because a part has exactly 16 of each: the first, and those that fill up its counters.
 */
export const partOffsets = (bytes: Buffer): ReadonlyArray<number> => {
  const offsets: Array<number> = []
  for (let at = 0; at + PACKET <= bytes.length; at += PACKET)
    if (pidOf(bytes, at) === PAT_PID && (bytes[at + 3]! & 0x0f) === 0) offsets.push(at)
  return offsets
}

/** A player requests the parts of a segment one after another. */
const REMEMBERED = 200
const known = new Map<string, ReadonlyArray<number>>()

/** For a file that never changes without a new size or time. 2 ms for 2 MB, the first time. */
export const readPartOffsets = async (file: {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}): Promise<ReadonlyArray<number>> => {
  const key = `${file.path}/${file.size}/${file.mtimeMs}`
  const found = known.get(key)
  if (found !== undefined) return found
  const offsets = partOffsets(await readFile(file.path))
  known.set(key, offsets)
  if (known.size > REMEMBERED) known.delete(known.keys().next().value!)
  return offsets
}
