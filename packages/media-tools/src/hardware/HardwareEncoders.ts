import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { isRandomAccess, PACKET, pidOf, startsPes, VIDEO_PID } from "../hls/TransportPacket.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { type HardwareEncoder, hardwareArguments, RENDER_DEVICE } from "./HardwareEncoder.ts"

export interface EncoderFinding {
  readonly encoder: HardwareEncoder
  /**
   * Message for the administrator that explains why the encoder cannot be used on this machine. `null` if the trial
   * succeeded.
   */
  readonly fault: string | null
}

export interface HardwareEncodersShape {
  /**
   * Returns a result for each encoder that this platform may have, in order of preference. The first call tries the
   * encoders.
   */
  readonly findings: Effect.Effect<ReadonlyArray<EncoderFinding>>
}

/**
 * Finds the hardware encoders that work on this machine with this ffmpeg, by encoding a short trial with each of them.
 */
export class HardwareEncoders extends Context.Tag("@media/media-tools/HardwareEncoders")<
  HardwareEncoders,
  HardwareEncodersShape
>() {
  static readonly layer = Layer.effect(
    HardwareEncoders,
    Effect.gen(function* () {
      const context = yield* Effect.context<MediaProcess>()
      const trials = Effect.forEach(candidates(process.platform), tried)
      return { findings: yield* Effect.cachedWithTTL(Effect.provide(trials, context), REMEMBERED) }
    })
  )
}

/** Time for which the results are cached. A driver may be installed, or a card removed, while the server runs. */
const REMEMBERED = "10 minutes"
/** Time limit of a trial in milliseconds. A driver that has to wake up the graphics card needs two seconds. */
const TRIAL_MS = 10_000
const FRAMES = 25
const KEY_INTERVAL = 12

export const candidates = (platform: NodeJS.Platform): ReadonlyArray<HardwareEncoder> => {
  if (platform === "darwin") return ["videotoolbox"]
  return platform === "linux" ? ["nvenc", "qsv", "vaapi"] : ["nvenc", "qsv"]
}

/**
 * Encodes one second with the same arguments as for viewers. It is not enough that ffmpeg exits with 0: the key frames
 * must also be at the requested times.
 */
const tried = (encoder: HardwareEncoder): Effect.Effect<EncoderFinding, never, MediaProcess> => {
  const fails = (fault: string): EncoderFinding => ({ encoder, fault })
  if (encoder === "vaapi" && !existsSync(RENDER_DEVICE)) {
    return Effect.succeed(fails(`There is no ${RENDER_DEVICE}`))
  }
  const { codec, device, upload } = hardwareArguments(encoder, {
    maxRate: 1_000_000,
    keyInterval: KEY_INTERVAL
  })
  return Effect.flatMap(MediaProcess, (tools) =>
    tools.run({
      tool: "ffmpeg",
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", ...device],
        ...["-f", "lavfi", "-i", `testsrc2=s=640x360:r=25:d=${FRAMES / 25}`],
        ...["-filter_complex", `[0:v]format=yuv420p${upload}[v0]`, "-map", "[v0]", ...codec],
        ...["-f", "mpegts", "pipe:1"]
      ],
      timeoutMs: TRIAL_MS
    })
  ).pipe(
    Effect.map(({ stdout }): EncoderFinding => {
      const { frames, keyFrames } = framesOf(stdout)
      const isAsAsked = frames === FRAMES && keyFrames.join() === [0, KEY_INTERVAL, 2 * KEY_INTERVAL].join()
      return isAsAsked ? { encoder, fault: null } : fails("Its key frames are not at the requested times")
    }),
    Effect.catchAll((error) => Effect.succeed(fails(error.message))),
    Effect.withSpan("Hardware.trial", { attributes: { encoder } })
  )
}

/**
 * Counts the frames in a transport stream that has one frame per PES packet, and returns the indexes of the key frames.
 */
const framesOf = (stream: Buffer): { readonly frames: number; readonly keyFrames: ReadonlyArray<number> } => {
  const keyFrames: Array<number> = []
  let frames = 0
  for (let at = 0; at + PACKET <= stream.length; at += PACKET) {
    if (pidOf(stream, at) !== VIDEO_PID || !startsPes(stream, at)) continue
    if (isRandomAccess(stream, at)) keyFrames.push(frames)
    frames += 1
  }
  return { frames, keyFrames }
}
