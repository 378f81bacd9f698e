import { type BoundedFile, IndexUnusable } from "./BoundedFile.ts"
import { type Element, elementsIn, readElement, readHeader, unsigned, variableInteger } from "./Ebml.ts"
import { allStartWithIdr, startsWithIdr, unitLengthBytes } from "./IdrCheck.ts"
import { inSteps, type Steps } from "./InSteps.ts"
import type { KeyFrameIndex } from "./KeyFrames.ts"

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const SEEK_HEAD = 0x114d9b74
const SEEK = 0x4dbb
const SEEK_ID = 0x53ab
const SEEK_POSITION = 0x53ac
const INFO = 0x1549a966
const TIMESTAMP_SCALE = 0x2ad7b1
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_NUMBER = 0xd7
const TRACK_TYPE = 0x83
const CODEC_PRIVATE = 0x63a2
const CONTENT_ENCODINGS = 0x6d80
const CLUSTER = 0x1f43b675
const CUES = 0x1c53bb6b
const CUE_POINT = 0xbb
const CUE_TIME = 0xb3
const CUE_TRACK_POSITIONS = 0xb7
const CUE_TRACK = 0xf7
const CUE_CLUSTER_POSITION = 0xf1
const CUE_RELATIVE_POSITION = 0xf0
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const MAX_KEYS = 100_000
/**
 * Maximum number of elements that are examined before the first Cluster of a segment. Usually, there are only a few
 * elements and padding.
 */
const MAX_TOP = 64

interface Track {
  readonly number: number
  /**
   * Size in bytes of the length field of an H.264 unit. `undefined` if the frames are compressed by the container or
   * are not H.264.
   */
  readonly lengthBytes: number | undefined
}

interface Cue {
  readonly time: number
  readonly clusterPosition: number
  readonly relativePosition: number | undefined
}

/**
 * Reads the key frames of a Matroska or WebM file from its Cues. For a file of 464 MB, this takes 3 ms, compared with
 * 375 ms for ffprobe's scan. Returns `undefined` if the file has no Cues. Throws `IndexUnusable`.
 */
export const readMatroskaKeyFrames = async (file: BoundedFile): Promise<KeyFrameIndex | undefined> => {
  const header = await readHeader(file, 0)
  if (header?.id !== EBML) return undefined
  const segment = await readHeader(file, header.end)
  if (segment?.id !== SEGMENT) return undefined

  const offsets = await findOffsets(file, segment)
  const info = await contentAt(file, offsets.get(INFO), INFO)
  const tracks = await contentAt(file, offsets.get(TRACKS), TRACKS)
  const cuesContent = await contentAt(file, offsets.get(CUES), CUES)
  if (tracks === undefined || cuesContent === undefined) return undefined
  const track = videoTrack(tracks)
  if (track === undefined) return undefined
  const scale = info === undefined ? 1_000_000 : timestampScale(info)
  const cues = await inSteps(readCues(cuesContent, track.number))
  if (cues.length === 0) return undefined
  return {
    seconds: cues.map((cue) => (cue.time * scale) / 1e9).sort((a, b) => a - b),
    allIdr: await allIdr(file, segment.start, track, cues),
    origin: "matroska",
    isEdited: false
  }
}

/**
 * Finds the offsets of Info, Tracks and Cues. Examines the elements before the first Cluster, and the entries of the
 * SeekHead.
 */
const findOffsets = async (file: BoundedFile, segment: Element): Promise<ReadonlyMap<number, number>> => {
  const offsets = new Map<number, number>()
  let at = segment.start
  for (let i = 0; i < MAX_TOP && at < Math.min(segment.end, file.size); i++) {
    const element = await readHeader(file, at)
    if (element === undefined || element.id === CLUSTER) break
    offsets.set(element.id, at)
    if (element.id === SEEK_HEAD) {
      const content = await file.read(element.start, element.end - element.start)
      for (const [id, position] of seekEntries(content)) {
        if (!offsets.has(id)) offsets.set(id, segment.start + position)
      }
    }
    at = element.end
  }
  return offsets
}

const seekEntries = (content: Buffer): ReadonlyArray<readonly [number, number]> =>
  elementsIn(content, 0, content.length)
    .filter((element) => element.id === SEEK)
    .flatMap((seek) => {
      const fields = elementsIn(content, seek.start, seek.end)
      const id = fields.find((field) => field.id === SEEK_ID)
      const position = fields.find((field) => field.id === SEEK_POSITION)
      if (id === undefined || position === undefined) return []
      return [[unsigned(content, id), unsigned(content, position)] as const]
    })

const contentAt = async (
  file: BoundedFile,
  offset: number | undefined,
  id: number
): Promise<Buffer | undefined> => {
  const element = offset === undefined ? undefined : await readElement(file, offset)
  return element?.id === id ? element.content : undefined
}

const timestampScale = (info: Buffer): number => {
  const field = elementsIn(info, 0, info.length).find((element) => element.id === TIMESTAMP_SCALE)
  const scale = field === undefined ? 1_000_000 : unsigned(info, field)
  if (scale === 0) throw new IndexUnusable("its time scale is zero")
  return scale
}

const videoTrack = (tracks: Buffer): Track | undefined => {
  for (const entry of elementsIn(tracks, 0, tracks.length)) {
    if (entry.id !== TRACK_ENTRY) continue
    const fields = elementsIn(tracks, entry.start, entry.end)
    const number = fields.find((field) => field.id === TRACK_NUMBER)
    const type = fields.find((field) => field.id === TRACK_TYPE)
    if (number === undefined || type === undefined || unsigned(tracks, type) !== 1) continue
    const configuration = fields.find((field) => field.id === CODEC_PRIVATE)
    const isPacked = fields.some((field) => field.id === CONTENT_ENCODINGS)
    return {
      number: unsigned(tracks, number),
      lengthBytes:
        isPacked || configuration === undefined
          ? undefined
          : unitLengthBytes(tracks.subarray(configuration.start, configuration.end))
    }
  }
  return undefined
}

function* readCues(content: Buffer, trackNumber: number): Steps<ReadonlyArray<Cue>> {
  const cues: Array<Cue> = []
  for (const point of elementsIn(content, 0, content.length)) {
    if (point.id !== CUE_POINT) continue
    yield
    const fields = elementsIn(content, point.start, point.end)
    const time = fields.find((field) => field.id === CUE_TIME)
    const cue = fields
      .filter((field) => field.id === CUE_TRACK_POSITIONS)
      .map((field) => cuePosition(content, field, trackNumber))
      .find((position) => position !== undefined)
    if (time === undefined || cue === undefined) continue
    if (cues.length >= MAX_KEYS) throw new IndexUnusable("too many key frames")
    cues.push({ time: unsigned(content, time), ...cue })
  }
  return cues
}

const cuePosition = (
  content: Buffer,
  positions: Element,
  trackNumber: number
): Omit<Cue, "time"> | undefined => {
  const fields = elementsIn(content, positions.start, positions.end)
  const valueOf = (id: number) => {
    const field = fields.find((candidate) => candidate.id === id)
    return field === undefined ? undefined : unsigned(content, field)
  }
  const clusterPosition = valueOf(CUE_CLUSTER_POSITION)
  if (valueOf(CUE_TRACK) !== trackNumber || clusterPosition === undefined) return undefined
  return { clusterPosition, relativePosition: valueOf(CUE_RELATIVE_POSITION) }
}

const allIdr = async (
  file: BoundedFile,
  segmentStart: number,
  track: Track,
  cues: ReadonlyArray<Cue>
): Promise<KeyFrameIndex["allIdr"]> => {
  const { lengthBytes } = track
  if (lengthBytes === undefined) return "unknown"
  return allStartWithIdr(cues, async (cue) => {
    if (cue.relativePosition === undefined) return undefined
    const reader = file.fork()
    const cluster = await readHeader(reader, segmentStart + cue.clusterPosition)
    if (cluster?.id !== CLUSTER) return undefined
    const frame = await frameAt(reader, cluster.start + cue.relativePosition, track.number)
    return frame === undefined ? undefined : startsWithIdr(reader, frame.offset, frame.size, lengthBytes)
  })
}

/**
 * Reads the frame in the block at `offset`. The frame follows the track number, two bytes of time and one byte of
 * flags.
 */
const frameAt = async (file: BoundedFile, offset: number, trackNumber: number) => {
  let block = await readHeader(file, offset)
  if (block?.id === BLOCK_GROUP) block = await readHeader(file, block.start)
  if (block === undefined || (block.id !== SIMPLE_BLOCK && block.id !== BLOCK)) return undefined
  const head = await file.readUpTo(block.start, 12)
  const track = variableInteger(head, 0, head.length, false)
  if (track === undefined || track.value !== trackNumber || head.length < track.length + 3) return undefined
  if ((head[track.length + 2]! & 0x06) !== 0) return undefined
  const size = block.end - block.start - track.length - 3
  return size > 0 ? { offset: block.start + track.length + 3, size } : undefined
}
