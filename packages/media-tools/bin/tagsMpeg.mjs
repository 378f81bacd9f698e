// Reads MPEG audio, layers 1 to 3. If the first three frames are equal, music-metadata assumes a constant bit rate. If
// a file begins with silence, music-metadata therefore applies the bit rate of the silence to the whole file. If the
// file has no header with a frame count, ffprobe makes the same mistake.

const RATES = {
  1: {
    1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  },
  2: {
    1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
  }
}
const SAMPLE_RATES = [44_100, 48_000, 32_000]
const VERSIONS = { 0: 2.5, 2: 2, 3: 1 }

/** Decodes a four-byte frame header. Returns undefined if it is invalid or declares no bit rate. */
const frameAt = (bytes, at) => {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1] & 0xe0) !== 0xe0) return undefined
  const version = VERSIONS[(bytes[at + 1] >> 3) & 3]
  const layer = 4 - ((bytes[at + 1] >> 1) & 3)
  const kilobits = RATES[version === 1 ? 1 : 2][layer]?.[(bytes[at + 2] >> 4) - 1]
  const sampleRate = SAMPLE_RATES[(bytes[at + 2] >> 2) & 3]
  if (version === undefined || kilobits === undefined || sampleRate === undefined) return undefined
  const rate = sampleRate / (version === 1 ? 1 : version === 2 ? 2 : 4)
  const padding = (bytes[at + 2] >> 1) & 1
  const samples = layer === 1 ? 384 : layer === 3 && version !== 1 ? 576 : 1152
  const length =
    layer === 1
      ? (Math.floor((12_000 * kilobits) / rate) + padding) * 4
      : Math.floor((samples * 125 * kilobits) / rate) + padding
  const channels = bytes[at + 3] >> 6 === 3 ? 1 : 2
  return { version, layer, bitRate: kilobits * 1_000, sampleRate: rate, samples, length, channels }
}

const isAlike = (a, b) => a.version === b.version && a.layer === b.layer && a.sampleRate === b.sampleRate

/**
 * Maximum number of bytes searched for a frame. Encoders write fewer bytes before the first frame, and damaged ranges
 * are rarely longer.
 */
const MOST_SEARCHED = 64 * 1024

/**
 * Returns the first frame at or after `from` that is followed by a similar frame, or whose successor is past the end of
 * the bytes.
 */
const nextFrame = (bytes, from, like) => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const frame = frameAt(bytes, at)
    if (frame === undefined || (like !== undefined && !isAlike(frame, like))) continue
    const following = frameAt(bytes, at + frame.length)
    if (at + frame.length + 4 > bytes.length || (following !== undefined && isAlike(frame, following)))
      return { at, frame }
  }
  return undefined
}

/** Returns the offset at which the leading ID3v2 tags end, according to their declared lengths. */
export const tagEnd = (file) => {
  let at = 0
  for (let tags = 0; tags < 16; tags++) {
    const head = file.read(at, 10)
    if (head.length < 10 || head.toString("latin1", 0, 3) !== "ID3") return at
    const size = (head[6] << 21) | (head[7] << 14) | (head[8] << 7) | head[9]
    at += 10 + size + (head[5] & 0x10 ? 10 : 0)
  }
  return at
}

/**
 * Returns the offset at which the audio ends. If the file ends with an APE tag or an ID3v1 tag, the audio ends before
 * these tags.
 */
export const soundEnd = (file) => {
  const isOld = file.read(file.size - 128, 128).toString("latin1", 0, 3) === "TAG"
  const end = isOld ? file.size - 128 : file.size
  const footer = file.read(end - 32, 32)
  if (footer.length < 32 || footer.toString("latin1", 0, 8) !== "APETAGEX") return end
  const hasHeader = (footer.readUInt32LE(20) & 0x80000000) !== 0
  return Math.max(0, end - footer.readUInt32LE(12) - (hasHeader ? 32 : 0))
}

/**
 * Returns the frame and byte counts of the encoder's header (Xing, Info or VBRI) in the first frame. `bytes` is 0 if
 * the header has no byte count. Returns undefined if there is no header with a frame count.
 */
const counted = (bytes, at, { channels, version }) => {
  const mono = channels === 1
  const side = version === 1 ? (mono ? 17 : 32) : mono ? 9 : 17
  const xing = at + 4 + side
  const name = bytes.toString("latin1", xing, xing + 4)
  if ((name === "Xing" || name === "Info") && xing + 16 <= bytes.length) {
    const flags = bytes.readUInt32BE(xing + 4)
    if ((flags & 1) === 0) return undefined
    const stated = (flags & 2) === 0 ? 0 : bytes.readUInt32BE(xing + 12)
    return { frames: bytes.readUInt32BE(xing + 8), bytes: stated, isConstant: name === "Info" }
  }
  const vbri = at + 36
  if (bytes.toString("latin1", vbri, vbri + 4) === "VBRI" && vbri + 18 <= bytes.length)
    return { frames: bytes.readUInt32BE(vbri + 14), bytes: bytes.readUInt32BE(vbri + 10), isConstant: false }
  return undefined
}

/**
 * Maximum relative error of a header's byte count. If the error is larger, the file was probably truncated or
 * concatenated after encoding, so its frames are counted instead.
 */
const mostOff = 1 / 16
const isOfThisFile = (header, length) =>
  header.frames > 0 && (header.bytes === 0 || Math.abs(header.bytes - length) <= length * mostOff)

/**
 * Number of positions at which audio without a header is sampled. A few consecutive frames are read at each position.
 */
const SAMPLES = 16
const FRAMES_EACH = 3
const PLACE_BYTES = 8 * 1024

const isConstantRate = (file, from, end, first) => {
  for (let n = 0; n < SAMPLES; n++) {
    const position = Math.floor(from + ((end - from) * n) / SAMPLES)
    const bytes = file.read(position, Math.min(PLACE_BYTES, end - position))
    let at = nextFrame(bytes, 0, first)?.at ?? -1
    for (let count = 0; count < FRAMES_EACH && at >= 0; count++) {
      const frame = frameAt(bytes, at)
      if (frame === undefined) break
      if (frame.bitRate !== first.bitRate) return false
      at += frame.length
    }
  }
  return true
}

const BLOCK = 1024 * 1024

/** Counts the frames up to `end`, skipping damaged ranges between frames. */
const countFrames = (file, from, end, first) => {
  let [count, position, isConstant] = [0, from, true]
  while (position < end) {
    const bytes = file.read(position, Math.min(BLOCK, end - position))
    if (bytes.length < 4) break
    let at = 0
    while (at + 4 <= bytes.length) {
      const frame = frameAt(bytes, at)
      if (frame !== undefined && isAlike(frame, first)) {
        count += 1
        isConstant &&= frame.bitRate === first.bitRate
        at += frame.length
        continue
      }
      const next = nextFrame(bytes.subarray(0, at + MOST_SEARCHED), at + 1, first)
      if (next === undefined) return { count, isConstant, bytes: position + at - from }
      at = next.at
    }
    position += at
  }
  return { count, isConstant, bytes: Math.min(position, end) - from }
}

/**
 * Maximum size in bytes of a file whose frames are all counted. Counting them takes hardly any time up to this size.
 */
const SHORT = 512 * 1024

/** Returns the properties of the audio between these offsets. Undefined if there is no audio. */
export const mpegSound = (file, from, end) => {
  const head = Buffer.from(file.read(from, Math.min(MOST_SEARCHED, end - from)))
  const found = nextFrame(head, 0)
  if (found === undefined) return undefined
  const { at, frame: first } = found
  const { bitRate, channels, layer, sampleRate, samples } = first
  const known = { container: "mp3", codec: `mp${layer}`, sampleRate, channels }
  const start = from + at
  const header = counted(head, at, first)
  if (header !== undefined && isOfThisFile(header, end - start)) {
    const duration = (header.frames * samples) / sampleRate
    return {
      ...known,
      duration,
      bitRate: header.isConstant ? audibleRate(head, at, first) : ((end - start) * 8) / duration
    }
  }
  if (header === undefined && end - start > SHORT && isConstantRate(file, start, end, first))
    return { ...known, duration: ((end - start) * 8) / bitRate, bitRate }
  const frames = countFrames(file, start, end, first)
  const duration = (frames.count * samples) / sampleRate
  return { ...known, duration, bitRate: frames.isConstant ? bitRate : (frames.bytes * 8) / duration }
}

/**
 * Returns the bit rate of the second frame. The first frame contains only the encoder's header, and its bit rate may
 * differ from that of the audible frames.
 */
const audibleRate = (bytes, at, first) => (frameAt(bytes, at + first.length) ?? first).bitRate
