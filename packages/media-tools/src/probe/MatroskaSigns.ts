import type { BoundedFile } from "../keyframes/BoundedFile.ts"
import { type Element, elementsIn, readHeader, unsigned } from "../keyframes/Ebml.ts"
import type { FileSigns, TrackSign } from "./TrackSigns.ts"

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const CODEC_ID = 0x86
const CONTENT_ENCODINGS = 0x6d80
const CONTENT_ENCODING = 0x6240
const CONTENT_ENCODING_TYPE = 0x5033
const CONTENT_ENCRYPTION = 0x5035
const KINDS: Readonly<Record<number, TrackSign["kind"]>> = { 1: "video", 2: "audio" }
const MAX_TOP = 64
/**
 * Maximum size in bytes of the element that describes the tracks. Each track needs a few kilobytes for the headers of
 * its codec. Subtitles from discs also contain palettes and fonts.
 */
const MAX_TRACKS_BYTES = 4 * 1024 * 1024

/**
 * Reads details that ffprobe does not report, such as the encryption of a track. The details are in the elements before
 * the frames of a Matroska or WebM file. For other files, returns `undefined`.
 */
export const matroskaSigns = async (file: BoundedFile): Promise<FileSigns | undefined> => {
  const header = await readHeader(file, 0)
  if (header?.id !== EBML) return undefined
  const segment = await readHeader(file, header.end)
  if (segment?.id !== SEGMENT) return undefined
  return { tracks: await trackSigns(file, segment), isUnfinished: segment.isOpen, isScrambled: false }
}

const trackSigns = async (file: BoundedFile, segment: Element): Promise<ReadonlyArray<TrackSign>> => {
  let at = segment.start
  for (let i = 0; i < MAX_TOP && at < Math.min(segment.end, file.size); i++) {
    const element = await readHeader(file, at)
    if (element === undefined || element.id === CLUSTER) return []
    if (element.id === TRACKS) {
      const length = Math.min(element.end - element.start, MAX_TRACKS_BYTES)
      const content = await file.readUpTo(element.start, length)
      return elementsIn(content, 0, content.length)
        .filter((entry) => entry.id === TRACK_ENTRY)
        .flatMap((entry) => trackSign(content, entry) ?? [])
    }
    at = element.end
  }
  return []
}

const trackSign = (content: Buffer, entry: Element): TrackSign | undefined => {
  const fields = elementsIn(content, entry.start, entry.end)
  const type = fields.find((field) => field.id === TRACK_TYPE)
  const kind = type === undefined ? undefined : KINDS[unsigned(content, type)]
  if (kind === undefined) return undefined
  const codec = fields.find((field) => field.id === CODEC_ID)
  const encodings = fields
    .filter((field) => field.id === CONTENT_ENCODINGS)
    .flatMap((field) => elementsIn(content, field.start, field.end))
  return {
    kind,
    isEncrypted: encodings.some((encoding) => encoding.id === CONTENT_ENCODING && isKeyed(content, encoding)),
    ...(codec === undefined ? {} : { codecTag: content.toString("latin1", codec.start, codec.end) })
  }
}

/** True if the content is encrypted: encoding type 1 is encryption, type 0 is compression. */
const isKeyed = (content: Buffer, encoding: Element): boolean =>
  elementsIn(content, encoding.start, encoding.end).some(
    (field) =>
      field.id === CONTENT_ENCRYPTION ||
      (field.id === CONTENT_ENCODING_TYPE && unsigned(content, field) === 1)
  )
