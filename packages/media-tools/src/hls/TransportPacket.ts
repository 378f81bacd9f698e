/**
 * Size in bytes of an MPEG transport stream packet. All functions in this file take the offset `at` of a packet in
 * `data`.
 */
export const PACKET = 188
export const SYNC = 0x47
export const PAT_PID = 0
/** PIDs that ffmpeg's muxer uses if the video is the first stream. */
export const PMT_PID = 0x1000
export const VIDEO_PID = 0x100
export const AUDIO_PID = 0x101

/** Times are 33-bit counters at 90 kHz, which wrap around after 26.5 hours. */
const WRAP = 2 ** 33

export const pidOf = (data: Buffer, at: number): number => ((data[at + 1]! & 0x1f) << 8) | data[at + 2]!

export const startsPes = (data: Buffer, at: number): boolean => (data[at + 1]! & 0x40) !== 0

/** Reads the random access indicator: true if the frame that starts here is a key frame. */
export const isRandomAccess = (data: Buffer, at: number): boolean =>
  (data[at + 3]! & 0x20) !== 0 && data[at + 4]! > 0 && (data[at + 5]! & 0x40) !== 0

export interface PesTimes {
  /** Presentation time in ticks of 90 kHz. */
  readonly pts: number
  /** Equal to `pts` if the packet has no DTS. */
  readonly dts: number
}

/** Returns the times of the PES packet that starts here. `undefined` if no PES packet starts here or it has no time. */
export const pesTimes = (data: Buffer, at: number): PesTimes | undefined => {
  const adaptation = (data[at + 3]! & 0x20) === 0 ? 0 : 1 + data[at + 4]!
  const pes = at + 4 + adaptation
  if (pes + 19 > at + PACKET || data.readUIntBE(pes, 3) !== 1) return undefined
  const flags = data[pes + 7]!
  if ((flags & 0x80) === 0) return undefined
  const pts = readTime(data, pes + 9)
  return { pts, dts: (flags & 0x40) === 0 ? pts : readTime(data, pes + 14) }
}

const readTime = (data: Buffer, at: number): number =>
  (data[at]! & 0x0e) * 0x2000_0000 +
  (data[at + 1]! << 22) +
  ((data[at + 2]! & 0xfe) << 14) +
  (data[at + 3]! << 7) +
  (data[at + 4]! >> 1)

/** Returns `a - b` in ticks, even if the 33-bit counter wrapped around in between. */
export const ticksBetween = (a: number, b: number): number => {
  const difference = (((a - b) % WRAP) + WRAP) % WRAP
  return difference > WRAP / 2 ? difference - WRAP : difference
}
