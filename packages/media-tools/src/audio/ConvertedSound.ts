import * as Effect from "effect/Effect"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { mp3Info } from "./Mp3Info.ts"
import { mp4OfOpus, OPUS_PRE_SKIP } from "./Mp4OfOpus.ts"
import { lengthOf, type Pieces } from "./Pieces.ts"

const RATE = 48_000

/**
 * A codec whose packets all have the same size. The time of byte N of the file is therefore known before anything is
 * encoded, so the file has a length, and any part of it can be made separately.
 */
interface Form {
  readonly contentType: string
  readonly packetBytes: number
  /** Number of samples, at 48,000 per second. */
  readonly packetSamples: number
  /** Samples that the encoder adds before the sound. */
  readonly delay: number
  /** Packets that are made and discarded before the first requested one, while the encoder and the decoder settle. */
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
    // 256 kbit/s in frames of 24 ms. Without the bit reservoir, no frame needs the bytes of another.
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

/** A converted file that exists only as a description of its bytes and their positions. */
export interface ConvertedSound {
  readonly form: Form
  /** The bytes before the packets; their size is `headerBytes`. */
  readonly header: Pieces
  readonly headerBytes: number
  readonly packets: number
  /** Bytes of the whole file. */
  readonly size: number
}

/** `seconds` is the declared length of the sound: shorter sound is padded with silence, longer sound is cut. */
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
 * Two `aresample` filters: `first_pts` counts samples of the input's rate, so the first converts to our rate. Missing
 * sound at the start becomes silence.
 */
const FILTERS = `aresample=${RATE},aresample=async=1:first_pts=0`
/** Adds endless silence after the sound. */
const PADDED = `${FILTERS},apad`

/**
 * The packets of a converted file from a given one on. Closing the scope stops the encoder, which waits while no one
 * reads. `isPadded`: silence follows the sound; otherwise the packets end with the sound, and a file without sound has
 * none. `skip` bytes precede the wanted packet.
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
