import { readFile } from "node:fs/promises"
import type { Rendition } from "./Ladder.ts"
import { segmentCount, type SegmentTable } from "./SegmentTable.ts"
import { PACKET, PAT_PID, pidOf } from "./TransportPacket.ts"

/** All parts of a rendition, numbered across its segments. */
export interface PartGrid {
  /** Frame number at which each part begins, followed by the end of the last part. */
  readonly frames: ReadonlyArray<number>
  /** Segment of each part. */
  readonly segments: ReadonlyArray<number>
  /** Index of the first part of each segment, followed by the total number of parts. */
  readonly firsts: ReadonlyArray<number>
}

/**
 * Divides the segments of a rendition into parts. An encoded segment has a key frame every 2 s, so it is divided into
 * parts of 2 s. Each part can be created, sent and decoded alone. If a viewer seeks to the end of a segment, the viewer
 * therefore does not wait for its beginning. A copied segment has the source's key frames and is available immediately,
 * so it is a single part.
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

/**
 * Returns the frame numbers at which the parts of segment `n` begin. A remainder shorter than half a part is merged
 * into the previous part.
 */
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

/**
 * If a video has at most this number of segments (11 hours), its playlist lists parts. For a longer video, a player
 * would take longer to read the list of parts than the engine takes to create a segment.
 */
const MAX_LISTED_SEGMENTS = 4_000

export const mayHaveParts = (table: SegmentTable): boolean => segmentCount(table) <= MAX_LISTED_SEGMENTS

/** Returns the part of an encoded rendition that contains a time, or the last part for any later time. */
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

/** Returns the table for a run that begins inside segment `n`: the segment starts at the given part. */
export const tableFromPart = (table: SegmentTable, n: number, part: number): SegmentTable =>
  part === 0
    ? table
    : {
        ...table,
        boundaries: table.boundaries.map((frame, i) => (i === n ? frame + part * table.keyInterval : frame))
      }

/**
 * Returns the offsets at which the parts of a segment begin. Each part has exactly 16 PAT packets: one at its
 * beginning, and others that complete the cycle of the continuity counter. Only the first one has a counter of 0.
 */
export const partOffsets = (bytes: Buffer): ReadonlyArray<number> => {
  const offsets: Array<number> = []
  for (let at = 0; at + PACKET <= bytes.length; at += PACKET)
    if (pidOf(bytes, at) === PAT_PID && (bytes[at + 3]! & 0x0f) === 0) offsets.push(at)
  return offsets
}

/**
 * Maximum number of files whose offsets are cached. The cache is useful because a player requests the parts of a
 * segment one after another.
 */
const REMEMBERED = 200
const known = new Map<string, ReadonlyArray<number>>()

/**
 * Returns the offsets of the parts in a segment file, cached by path, size and modification time. Without the cache,
 * reading a file of 2 MB takes 2 ms.
 */
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
