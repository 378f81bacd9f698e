/**
 * The header of the `Info` frame, which is the same as that of all following frames: MPEG-1 layer 3, no checksum, 256
 * kbit/s, 48 kHz, joint stereo.
 */
const FRAME_HEADER = 0xff_fb_d4_44
/** Offset of the `Info` tag, after the frame header and the side information of a stereo frame. */
const INFO_AT = 36
const HAS_FRAMES_BYTES_AND_TABLE = 7
const TABLE_AT = INFO_AT + 16
const LAME_AT = TABLE_AT + 100
const DELAYS_AT = LAME_AT + 21
const CHECKSUM_AT = LAME_AT + 34
/** Number of samples that LAME adds before the audio. A decoder adds another 529 samples. */
const ENCODER_DELAY = 576

export interface Mp3Shape {
  /** Number of audio packets, without this frame. */
  readonly packets: number
  /** Number of samples of audio. The rest of the last frame is padding. */
  readonly samples: number
  readonly packetBytes: number
  readonly packetSamples: number
}

/**
 * Returns the silent first frame that describes the other frames (an `Info` frame in LAME's format): the length, the
 * constant frame size, and the samples before and after the audio. Without this frame, players read hours of frames to
 * seek, and play the encoder's delay.
 */
export const mp3Info = ({ packetBytes, packetSamples, packets, samples }: Mp3Shape): Buffer => {
  const frame = Buffer.alloc(packetBytes)
  frame.writeUInt32BE(FRAME_HEADER, 0)
  frame.write("Info", INFO_AT, "latin1")
  frame.writeUInt32BE(HAS_FRAMES_BYTES_AND_TABLE, INFO_AT + 4)
  frame.writeUInt32BE(packets, INFO_AT + 8)
  frame.writeUInt32BE((packets + 1) * packetBytes, INFO_AT + 12)
  for (let percent = 0; percent < 100; percent++)
    frame[TABLE_AT + percent] = Math.floor((percent * 256) / 100)
  frame.write("LAME3.100", LAME_AT, "latin1")
  const padding = packets * packetSamples - samples - ENCODER_DELAY
  frame.writeUIntBE(ENCODER_DELAY * 4_096 + padding, DELAYS_AT, 3)
  frame.writeUInt16BE(crc16(frame.subarray(0, CHECKSUM_AT)), CHECKSUM_AT)
  return frame
}

/** Computes CRC-16 with the polynomial 0x8005, reflected, starting at 0. */
const crc16 = (bytes: Buffer): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}
