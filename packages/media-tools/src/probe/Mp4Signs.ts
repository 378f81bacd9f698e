import type { BoundedFile } from "../keyframes/BoundedFile.ts"
import type { FileSigns, TrackSign } from "./TrackSigns.ts"

/** Maximum number of boxes to read. Each track has about twenty boxes before its sample descriptions. */
const MAX_BOXES = 5_000
/**
 * Maximum number of sample descriptions. A file contains several if it was edited, or if only part of it is encrypted.
 */
const MAX_DESCRIPTIONS = 64
const TOP = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "styp", "sidx", "uuid"])
/** Sample descriptions of Common Encryption (video, audio, text, system) and of Apple's older scheme. */
const ENCRYPTED = new Set(["encv", "enca", "enct", "encs", "drmi", "drms"])
/** Offset of the child boxes in a sample description of video or audio. Other fields precede them. */
const FIELDS = { video: 78, audio: 28 } as const

interface LocatedBox {
  readonly type: string
  readonly start: number
  readonly end: number
}

/**
 * Finds encrypted tracks in the `moov` of an mp4 or mov file, without reading its tables. Returns `undefined` for other
 * files.
 */
export const mp4Signs = async (file: BoundedFile): Promise<FileSigns | undefined> => {
  const walk = new Walk(file)
  const first = await walk.boxAt(0, file.size)
  if (first === undefined || !TOP.has(first.type)) return undefined
  const moov = await walk.child({ start: 0, end: file.size }, "moov")
  const tracks: Array<TrackSign> = []
  if (moov !== undefined) {
    for await (const box of walk.children(moov)) {
      const sign = box.type === "trak" ? await trackSign(file, walk, box) : undefined
      if (sign !== undefined) tracks.push(sign)
    }
  }
  return { tracks, isUnfinished: false, isScrambled: false }
}

const trackSign = async (
  file: BoundedFile,
  walk: Walk,
  track: LocatedBox
): Promise<TrackSign | undefined> => {
  const media = await walk.child(track, "mdia")
  if (media === undefined) return undefined
  const handler = await walk.child(media, "hdlr")
  const information = await walk.child(media, "minf")
  const table = information === undefined ? undefined : await walk.child(information, "stbl")
  const descriptions = table === undefined ? undefined : await walk.child(table, "stsd")
  if (handler === undefined || descriptions === undefined) return undefined
  const name = (await file.readUpTo(handler.start + 8, 4)).toString("latin1")
  const kind = name === "vide" ? "video" : name === "soun" ? "audio" : undefined
  if (kind === undefined) return undefined
  return { kind, isEncrypted: await hasProtection(walk, descriptions, kind) }
}

const hasProtection = async (
  walk: Walk,
  descriptions: LocatedBox,
  kind: "video" | "audio"
): Promise<boolean> => {
  let seen = 0
  for await (const entry of walk.children({ ...descriptions, start: descriptions.start + 8 })) {
    if (ENCRYPTED.has(entry.type)) return true
    // Some writers keep the normal name of the codec, and describe the encryption in a `sinf` box next to the codec
    // configuration.
    if ((await walk.child({ ...entry, start: entry.start + FIELDS[kind] }, "sinf")) !== undefined) return true
    if (++seen === MAX_DESCRIPTIONS) return false
  }
  return false
}

/** Reads the headers of boxes from the file, but no frames or tables. Stops without an error at an invalid box. */
class Walk {
  private readonly file: BoundedFile
  private boxes = 0

  constructor(file: BoundedFile) {
    this.file = file
  }

  async boxAt(at: number, end: number): Promise<LocatedBox | undefined> {
    if (at + 8 > end || ++this.boxes > MAX_BOXES) return undefined
    const header = await this.file.readUpTo(at, Math.min(16, end - at))
    if (header.length < 8) return undefined
    const short = header.readUInt32BE(0)
    if (short === 1 && header.length < 16) return undefined
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short
    const headerSize = short === 1 ? 16 : 8
    if (size < headerSize) return undefined
    // If the file is truncated, the existing part of the last box is examined.
    return { type: header.toString("latin1", 4, 8), start: at + headerSize, end: Math.min(end, at + size) }
  }

  async *children(parent: { readonly start: number; readonly end: number }): AsyncGenerator<LocatedBox> {
    let at = parent.start
    for (;;) {
      const box = await this.boxAt(at, parent.end)
      if (box === undefined) return
      yield box
      at = box.end
    }
  }

  async child(
    parent: { readonly start: number; readonly end: number },
    type: string
  ): Promise<LocatedBox | undefined> {
    for await (const box of this.children(parent)) if (box.type === type) return box
    return undefined
  }
}
