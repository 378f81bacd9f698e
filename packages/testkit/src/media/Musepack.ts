const packet = (key: string, payload: Buffer): Buffer => {
  const size = payload.length + 3
  if (size > 127) throw new Error("a size of more than one byte")
  return Buffer.concat([Buffer.from(key), Buffer.of(size), payload])
}

/** Sample counts have seven bits per byte, the highest first. */
const varying = (value: number): Buffer => {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}

const SAMPLES_PER_FRAME = 1_152

/** A silent Musepack file (stream version 8, 44.1 kHz, stereo), which ffmpeg decodes and cannot encode. */
export const silentMusepack = (frames: number): Buffer => {
  // ffmpeg rejects a zero checksum as header, but does not compare it otherwise.
  const version = Buffer.of(1, 1, 1, 1, 8)
  // The rate (3 bits), the highest band (5), two channels (4), no mid and side (1), one frame in each packet (3).
  const coding = Buffer.of(0, 0x10)
  const header = Buffer.concat([version, varying(frames * SAMPLES_PER_FRAME), varying(0), coding])
  const sound = Array.from({ length: frames }, () => packet("AP", Buffer.alloc(16)))
  return Buffer.concat([Buffer.from("MPCK"), packet("SH", header), ...sound, packet("SE", Buffer.alloc(0))])
}
