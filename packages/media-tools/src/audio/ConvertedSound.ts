import * as Effect from "effect/Effect"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { mp3Info } from "./Mp3Info.ts"
import { mp4OfOpus, OPUS_PRE_SKIP } from "./Mp4OfOpus.ts"
import { lengthOf, type Pieces } from "./Pieces.ts"

const RATE = 48_000

/**
 * A coding whose packets all have one size: byte N of the file is known to lie at a certain time before anything is
 * encoded, so that the file has a length, and any part of it can be made alone.
 */
interface Form {
  readonly contentType: string
  readonly packetBytes: number
  /** Samples, 48,000 a second. */
  readonly packetSamples: number
  /** Samples ahead of the sound that the encoder adds. */
  readonly delay: number
  /** Packets made and thrown away before the first that is wanted: encoder and decoder settle in them. */
  readonly settling: number
  readonly encoder: ReadonlyArray<string>
  readonly header: (packets: number, samples: number) => Pieces
}

export const soundForms = {
  opus: {
    contentType: `audio/mp4; codecs="opus"`,
    // 160 kbit/s in packets of 60 ms: the table of their sizes, which players read first, takes 240 KB an hour (20 ms: 720 KB).
    packetBytes: 1_200,
    packetSamples: 2_880,
    delay: OPUS_PRE_SKIP,
    settling: 4,
    encoder: ["libopus", "-vbr", "off", "-b:a", "160k", "-frame_duration", "60", "-application", "audio"],
    header: (packets, samples) => mp4OfOpus({ packets, samples, packetBytes: 1_200, packetSamples: 2_880 })
  },
  mp3: {
    contentType: "audio/mpeg",
    // 256 kbit/s in frames of 24 ms. Without the reservoir no frame needs the bytes of another.
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

/** A converted file that does not exist: what its bytes are, and where. */
export interface ConvertedSound {
  readonly form: Form
  /** Everything that precedes the packets; `headerBytes` of it. */
  readonly header: Pieces
  readonly headerBytes: number
  readonly packets: number
  /** Bytes of the whole file. */
  readonly size: number
}

/** `seconds` is how long the sound is said to be: what is missing at the end is silence, what is too much is not made. */
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
 * Two `aresample`: `first_pts` counts samples of the input's rate, so the rate must be ours before. What is missing at the start
 * becomes silence.
 */
const FILTERS = `aresample=${RATE},aresample=async=1:first_pts=0`
/** Silence without an end behind the sound. */
const PADDED = `${FILTERS},apad`

/**
 * The packets of a converted file from one of them on: closing the scope ends the encoder, which waits while no one reads.
 * `isPadded`: silence follows the sound; without it the packets end with the sound, and a file without sound has none.
 * `skip` bytes come before the wanted packet.
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
