// Reads Vorbis and Opus in Ogg. music-metadata would read every page to find the length, or would report no length.

/** Size of each read in bytes. An Ogg page is never longer. */
const PAGE = 65_536
/** Granule position of a page on which no packet ends. */
const NONE = 0xffffffffffffffffn
/**
 * Maximum start of the audio in seconds. A stream that starts later was cut out of a longer one, and ffprobe must
 * determine its start.
 */
const LATEST_START = 10

const serialOf = (page) => page.readUInt32LE(14)

const lastGranule = (file, serial) => {
  const tail = Buffer.from(file.read(Math.max(0, file.size - 2 * PAGE), 2 * PAGE))
  for (let at = tail.lastIndexOf("OggS"); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf("OggS", at - 1)) {
    if (at + 27 > tail.length || tail[at + 4] !== 0) continue
    // A different stream at the end means concatenated files, or audio that is multiplexed with other streams.
    if (serialOf(tail.subarray(at)) !== serial) return undefined
    const granule = tail.readBigUInt64LE(at + 6)
    if (granule !== NONE) return Number(granule)
  }
  return undefined
}

/** Returns the granule position of the first page with audio. */
const firstGranule = (head) => {
  for (let at = 0; at >= 0; at = head.indexOf("OggS", at + 1)) {
    if (at + 27 > head.length) break
    const granule = head.readBigUInt64LE(at + 6)
    if (granule !== 0n && granule !== NONE) return Number(granule)
  }
  return 0
}

/**
 * Returns the properties of the audio. Undefined if the file is not a single Vorbis or Opus stream from beginning to
 * end.
 */
export const oggSound = (file) => {
  const head = Buffer.from(file.read(0, PAGE))
  if (head.length < 64) return undefined
  const packet = head.subarray(27 + head[26])
  const isOpus = packet.toString("latin1", 0, 8) === "OpusHead"
  const isVorbis = packet.toString("latin1", 1, 7) === "vorbis"
  const end = isOpus || isVorbis ? lastGranule(file, serialOf(head)) : undefined
  if (end === undefined) return undefined
  // Opus plays at 48 kHz, regardless of the sample rate of its source.
  const sampleRate = isOpus ? 48_000 : packet.readUInt32LE(12)
  if (firstGranule(head) > LATEST_START * sampleRate) return undefined
  const duration = (isOpus ? end - packet.readUInt16LE(10) : end) / sampleRate
  const nominal = isOpus ? 0 : packet.readInt32LE(20)
  return {
    container: "ogg",
    codec: isOpus ? "opus" : "vorbis",
    duration,
    bitRate: nominal > 0 ? nominal : (file.size * 8) / duration,
    sampleRate,
    channels: packet[isOpus ? 9 : 11]
  }
}
