const packet = (key: string, payload: Buffer): Buffer => {
  const size = payload.length + 3
  if (size > 127) throw new Error("a size of more than one byte")
  return Buffer.concat([Buffer.from(key), Buffer.of(size), payload])
}

/** Encodes a number with seven bits per byte, most significant byte first. */
const varying = (value: number): Buffer => {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}

const SAMPLES_PER_FRAME = 1_152

/** Creates a silent Musepack file (stream version 8, 44.1 kHz, stereo). ffmpeg can decode but not encode it. */
export const silentMusepack = (frames: number): Buffer => {
  // The checksum must not be zero. ffmpeg rejects zero, but does not verify other values.
  const version = Buffer.of(1, 1, 1, 1, 8)
  // Sampling rate (3 bits), highest band (5), two channels (4), no mid/side stereo (1), one frame per packet (3).
  const coding = Buffer.of(0, 0x10)
  const header = Buffer.concat([version, varying(frames * SAMPLES_PER_FRAME), varying(0), coding])
  const sound = Array.from({ length: frames }, () => packet("AP", Buffer.alloc(16)))
  return Buffer.concat([Buffer.from("MPCK"), packet("SH", header), ...sound, packet("SE", Buffer.alloc(0))])
}
