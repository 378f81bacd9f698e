import * as Effect from "effect/Effect"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { mp3Info } from "./Mp3Info.ts"
import { mp4OfOpus, OPUS_PRE_SKIP } from "./Mp4OfOpus.ts"
import { lengthOf, type Pieces } from "./Pieces.ts"

const RATE = 48_000

/**
 * An output format whose packets all have the same size. The size of the file and the time at any byte offset are
 * therefore known before encoding starts, and any part of the file can be encoded separately.
 */
interface Form {
  readonly contentType: string
  readonly packetBytes: number
  /** Number of samples per packet, at 48,000 samples per second. */
  readonly packetSamples: number
  /** Number of samples that the encoder adds before the audio. */
  readonly delay: number
  /**
   * Number of packets that are encoded and discarded before the first requested packet, until the encoder and the
   * decoder have settled.
   */
  readonly settling: number
  readonly encoder: ReadonlyArray<string>
  readonly header: (packets: number, samples: number) => Pieces
}

export const soundForms = {
  opus: {
    contentType: `audio/mp4; codecs="opus"`,
    // 160 kbit/s in packets of 60 ms: the table of their sizes, which players read first, takes 240 KB per hour (with
    // 20 ms: 720 KB).
    packetBytes: 1_200,
    packetSamples: 2_880,
    delay: OPUS_PRE_SKIP,
    settling: 4,
    encoder: ["libopus", "-vbr", "off", "-b:a", "160k", "-frame_duration", "60", "-application", "audio"],
    header: (packets, samples) => mp4OfOpus({ packets, samples, packetBytes: 1_200, packetSamples: 2_880 })
  },
  mp3: {
    contentType: "audio/mpeg",
    // 256 kbit/s in frames of 24 ms. The bit reservoir is disabled, so that no frame depends on the bytes of another
    // frame.
    packetBytes: 768,
    packetSamples: 1_152,
    delay: 1_105,
    settling: 8,
    encoder: ["libmp3lame", "-b:a", "256k", "-reservoir", "0"],
    header: (packets, samples) => [mp3Info({ packets, samples, packetBytes: 768, packetSamples: 1_152 })]
  }
} satisfies Readonly<Record<string, Form>>

export type SoundFormat = keyof typeof soundForms
export const isSoundFormat = (name: string): name is SoundFormat => Object.hasOwn(soundForms, name)

/** The layout of a converted file. The file itself is never stored: its packets are encoded on request. */
export interface ConvertedSound {
  readonly form: Form
  /** The bytes before the packets. Their size is `headerBytes`. */
  readonly header: Pieces
  readonly headerBytes: number
  readonly packets: number
  /** Size of the whole file in bytes. */
  readonly size: number
}

/**
 * Describes the converted file. `seconds` is the declared length of the audio. Shorter audio is padded with silence,
 * and longer audio is cut.
 */
export const convertedSound = (format: SoundFormat, seconds: number): ConvertedSound => {
  const form: Form = soundForms[format]
  const samples = Math.max(1, Math.round(seconds * RATE))
  const packets = Math.ceil((samples + form.delay) / form.packetSamples)
  const header = form.header(packets, samples)
  const headerBytes = lengthOf(header)
  return { form, header, headerBytes, packets, size: headerBytes + packets * form.packetBytes }
}

const LIMITS = { cpuSeconds: 3_600, memoryBytes: 1024 ** 3, fileBytes: 0 }
const SILENCE_MS = 30_000

/**
 * Audio filters. Missing audio at the start becomes silence. The second `aresample` counts `first_pts` in samples at
 * the rate of its own input, so the first `aresample` converts the audio to `RATE`.
 */
const FILTERS = `aresample=${RATE},aresample=async=1:first_pts=0`
/** Appends endless silence. */
const PADDED = `${FILTERS},apad`

/**
 * Encodes the packets of a converted file, starting at a given packet. The encoder pauses while its output is not read.
 * Closing the scope stops the encoder. If `isPadded` is true, endless silence follows the audio. Otherwise the packets
 * end with the audio, and there are none for a file without audio. `skip` is the number of bytes before the requested
 * packet.
 */
export const packetsFrom = (path: MediaPath, { form }: ConvertedSound, packet: number, isPadded: boolean) =>
  Effect.gen(function* () {
    const first = Math.max(0, packet - form.settling)
    const seconds = (first * form.packetSamples) / RATE
    const tools = yield* MediaProcess
    const running = yield* tools.stream({
      tool: "ffmpeg",
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", "-threads", "1"],
        ...(first === 0 ? [] : ["-ss", seconds.toFixed(6)]),
        ...inputArgs(path),
        ...["-map", "0:a:0", "-vn", "-sn", "-dn", "-af", isPadded ? PADDED : FILTERS],
        ...["-ac", "2", "-c:a", ...form.encoder, "-f", "data", "pipe:1"]
      ],
      limits: LIMITS,
      silenceMs: SILENCE_MS
    })
    return { running, skip: (packet - first) * form.packetBytes }
  })
