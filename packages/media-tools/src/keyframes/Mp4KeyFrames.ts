import { type BoundedFile, IndexUnusable } from "./BoundedFile.ts"
import { allStartWithIdr, startsWithIdr, unitLengthBytes } from "./IdrCheck.ts"
import { inSteps } from "./InSteps.ts"
import type { KeyFrameIndex } from "./KeyFrames.ts"
import { type Box, boxesIn, childOf, descendant, readMovieBox, tableEntries } from "./Mp4Boxes.ts"
import { type EditList, readEditList } from "./Mp4EditList.ts"
import { sampleRanges } from "./Mp4SampleRanges.ts"
import { presentationTimes } from "./Mp4SampleTimes.ts"

/** Maximum number of key frames: 55 hours with a key frame every 2 s. */
const MAX_KEYS = 100_000

/**
 * Reads the key frames of an mp4 or mov from its sample tables. For a file of 464 MB, this takes 7 ms, compared with
 * 653 ms for ffprobe's scan. Returns `undefined` for fragmented files and files without a frame. Throws
 * `IndexUnusable`.
 */
export const readMp4KeyFrames = async (
  file: BoundedFile,
  streamIndex: number
): Promise<KeyFrameIndex | undefined> => {
  const moov = await readMovieBox(file)
  if (moov === undefined) return undefined
  const top = boxesIn(moov, 0, moov.length)
  // `mvex` means that fragments follow. The tables here then describe at most the first fragment.
  if (top.some((box) => box.type === "mvex")) return undefined
  const mvhd = top.find((box) => box.type === "mvhd")
  const track = videoTrack(moov, top, streamIndex)
  const table = track === undefined ? undefined : descendant(moov, track, ["mdia", "minf", "stbl"])
  const mdhd = track === undefined ? undefined : descendant(moov, track, ["mdia", "mdhd"])
  if (mvhd === undefined || track === undefined || table === undefined || mdhd === undefined) return undefined

  const stts = childOf(moov, table, "stts")
  if (stts === undefined) return undefined
  const keys = keySamples(moov, childOf(moov, table, "stss"))
  if (keys === undefined || keys.length === 0) return undefined
  const media = readTimes(moov, mdhd)
  const edit = editOf(moov, track, readTimes(moov, mvhd).scale, media)
  const times = await inSteps(presentationTimes(moov, stts, childOf(moov, table, "ctts"), keys))
  const seconds = times.map((time) => time / media.scale + edit.shiftSeconds).sort((a, b) => a - b)
  return {
    seconds,
    allIdr: await allIdr(file, moov, table, keys),
    origin: "mp4",
    isEdited: edit.isEdited
  }
}

/**
 * Returns the track with ffmpeg's stream number. If that track is not a video track, returns the first video track
 * instead.
 */
const videoTrack = (moov: Buffer, top: ReadonlyArray<Box>, streamIndex: number): Box | undefined => {
  const tracks = top.filter((box) => box.type === "trak")
  const isVideo = (track: Box) => {
    const handler = descendant(moov, track, ["mdia", "hdlr"])
    return handler !== undefined && moov.toString("latin1", handler.start + 8, handler.start + 12) === "vide"
  }
  const named = tracks[streamIndex]
  return named !== undefined && isVideo(named) ? named : tracks.find(isVideo)
}

/**
 * Returns the 0-based sample numbers of the key frames in ascending order. `undefined` if every sample is a key frame
 * (there is no `stss`), because such streams are never cut at key frames.
 */
const keySamples = (moov: Buffer, stss: Box | undefined): ReadonlyArray<number> | undefined => {
  if (stss === undefined) return undefined
  const count = tableEntries(moov, stss, 8, 4)
  if (count > MAX_KEYS) throw new IndexUnusable("too many key frames")
  const keys: Array<number> = []
  for (let i = 0; i < count; i++) {
    const sample = moov.readUInt32BE(stss.start + 8 + i * 4) - 1
    if (sample < (keys.at(-1) ?? -1) + 1) throw new IndexUnusable("key frames are out of order")
    keys.push(sample)
  }
  return keys
}

interface Times {
  /** Number of time units per second. */
  readonly scale: number
  readonly duration: number
}

/** Reads the times from an `mvhd` or `mdhd` box. Both boxes begin with the same fields. */
const readTimes = (moov: Buffer, box: Box): Times => {
  const isWide = moov[box.start] === 1
  if (box.end - box.start < (isWide ? 32 : 20)) throw new IndexUnusable("a header is cut off")
  const scale = moov.readUInt32BE(box.start + (isWide ? 20 : 12))
  if (scale === 0) throw new IndexUnusable("a time scale is zero")
  const at = box.start + (isWide ? 24 : 16)
  return { scale, duration: isWide ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at) }
}

const editOf = (moov: Buffer, track: Box, movieScale: number, media: Times): EditList => {
  const elst = descendant(moov, track, ["edts", "elst"])
  return elst === undefined
    ? { shiftSeconds: 0, isEdited: false }
    : readEditList(moov, elst, movieScale, media.scale, media.duration)
}

const allIdr = async (
  file: BoundedFile,
  moov: Buffer,
  table: Box,
  keys: ReadonlyArray<number>
): Promise<KeyFrameIndex["allIdr"]> => {
  const stsd = childOf(moov, table, "stsd")
  const stsz = childOf(moov, table, "stsz")
  const stsc = childOf(moov, table, "stsc")
  const chunks = childOf(moov, table, "stco") ?? childOf(moov, table, "co64")
  if (stsd === undefined || stsz === undefined || stsc === undefined || chunks === undefined) return "unknown"
  const lengthBytes = avcLengthBytes(moov, stsd)
  if (lengthBytes === undefined) return "unknown"
  const ranges = await inSteps(sampleRanges(moov, { stsz, stsc, chunks }, keys))
  return allStartWithIdr(ranges, (range) => startsWithIdr(file.fork(), range.offset, range.size, lengthBytes))
}

/**
 * Returns the size in bytes of the length field of an H.264 unit. `undefined` if there is any sample entry other than a
 * single `avc1`: an `avc3` track stores its parameter sets in the frames, and with several entries, the parameter sets
 * change.
 */
const avcLengthBytes = (moov: Buffer, stsd: Box): number | undefined => {
  const entries = boxesIn(moov, stsd.start + 8, stsd.end)
  const entry = entries[0]
  if (entry === undefined || entries.length !== 1 || entry.type !== "avc1") return undefined
  const avcC = boxesIn(moov, entry.start + 78, entry.end).find((box) => box.type === "avcC")
  return avcC === undefined ? undefined : unitLengthBytes(moov.subarray(avcC.start, avcC.end))
}
