// Reads simple AAC and ALAC files in MP4, as music programs write them. The boxes provide what music-metadata lacks:
// the real codec and channels of `mp4a`, Nero chapters, encryption and fragments. ffprobe reads all other files.

const MOST_MOOV_BYTES = 32 * 1024 ** 2
const MOST_BOXES = 1_000

/** Lists the boxes in a piece of the file that is in memory. */
const boxesIn = (bytes) => {
  const boxes = []
  for (let at = 0; at + 8 <= bytes.length && boxes.length < MOST_BOXES;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) break
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), body: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}
const child = (bytes, ...path) =>
  path.reduce((body, type) => body && boxesIn(body).find((box) => box.type === type)?.body, bytes)

const moovOf = (file) => {
  for (let at = 0, boxes = 0; at + 16 <= file.size && boxes < MOST_BOXES; boxes++) {
    const head = file.read(at, 16)
    const short = head.readUInt32BE(0)
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? file.size - at : short
    const type = head.toString("latin1", 4, 8)
    if (size < 8 || type === "moof") return undefined
    if (type === "moov") return size > MOST_MOOV_BYTES ? undefined : Buffer.from(file.read(at + 8, size - 8))
    at += size
  }
  return undefined
}

/** Object types of MPEG-4 AAC and of the three profiles of MPEG-2 AAC. `mp4a` may also contain MP3. */
const AAC = new Set([0x40, 0x66, 0x67, 0x68])
/** The profiles Main, LC, SSR and LTP. They have no SBR or PS, which would double the declared rate or channels. */
const PLAIN_PROFILES = new Set([1, 2, 3, 4])
const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000]
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8]

/**
 * Returns the content of the descriptor (ISO 14496-1) with this tag at this offset. Its length field takes 1 to 4
 * bytes.
 */
const descriptor = (bytes, at, tag) => {
  if (bytes[at] !== tag) return undefined
  let begin = at + 1
  while (bytes[begin] & 0x80) begin += 1
  return bytes.subarray(begin + 1)
}

/**
 * Reads the AAC properties from an `esds` box. Returns undefined for rates below those in `AAC_RATES`, because an
 * undeclared SBR may double the rate.
 */
const aacOf = (esds) => {
  const stream = esds && descriptor(esds, 4, 3)
  if (stream === undefined || stream[2] !== 0) return undefined
  const decoder = descriptor(stream, 3, 4)
  if (decoder === undefined || !AAC.has(decoder[0])) return undefined
  const config = descriptor(decoder, 13, 5)
  if (config === undefined || config.length < 2) return undefined
  const bits = config.readUInt16BE(0)
  const sampleRate = AAC_RATES[(bits >> 7) & 15]
  const channels = CHANNELS[(bits >> 3) & 15]
  return PLAIN_PROFILES.has(bits >> 11) && sampleRate > 0 && channels > 0
    ? { codec: "aac", sampleRate, channels }
    : undefined
}

const alacOf = (cookie) =>
  cookie === undefined || cookie.length < 28
    ? undefined
    : { codec: "alac", sampleRate: cookie.readUInt32BE(24), channels: cookie[13] }

/**
 * Returns the ticks that the track's edit list hides: the encoder's initial silence. Undefined if the edit list makes
 * any other change.
 */
const hiddenTicks = (edits) => {
  if (edits === undefined) return 0
  if (edits.length < 20 || edits.readUInt32BE(4) !== 1) return undefined
  const ticks =
    edits[0] === 1 && edits.length >= 28 ? Number(edits.readBigInt64BE(16)) : edits.readInt32BE(12)
  return ticks < 0 ? undefined : ticks
}

/** Returns the length of the track in seconds. */
const lengthOf = (track) => {
  const header = child(track, "mdia", "mdhd")
  const hidden = hiddenTicks(child(track, "edts", "elst"))
  if (header === undefined || header.length < 24 || hidden === undefined) return undefined
  const isLong = header[0] === 1 && header.length >= 36
  const ticks = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return (ticks - hidden) / header.readUInt32BE(isLong ? 20 : 12)
}

export const mp4Sound = (file, { bitrate }) => {
  const moov = moovOf(file)
  if (moov === undefined || child(moov, "mvex") || child(moov, "udta", "chpl")) return undefined
  if (boxesIn(moov).filter(({ type }) => type === "trak").length !== 1) return undefined
  const described = child(moov, "trak", "mdia", "minf", "stbl", "stsd")
  const [entry, ...more] = described === undefined ? [] : boxesIn(described.subarray(8))
  if (entry === undefined || more.length > 0 || entry.body.length < 28 || entry.body.readUInt16BE(8) !== 0)
    return undefined
  const inner = entry.body.subarray(28)
  if (child(inner, "sinf")) return undefined
  const sound =
    entry.type === "mp4a"
      ? aacOf(child(inner, "esds"))
      : entry.type === "alac"
        ? alacOf(child(inner, "alac"))
        : undefined
  const brand = file.read(8, 4).toString("latin1")
  return (
    sound && {
      ...sound,
      container: brand === "qt  " ? "mov" : "mp4",
      duration: lengthOf(child(moov, "trak")),
      bitRate: bitrate
    }
  )
}
