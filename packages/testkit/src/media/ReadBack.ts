import * as Effect from "effect/Effect"
import { PACKET, pidOf } from "@media/media-tools/hls/TransportPacket"
import { MediaProcess } from "@media/media-tools/MediaProcess"

const FIELDS = 16

export interface StripPosition {
  /** Height of the number strip divided by the height of the whole frame. */
  readonly stripShare: number
}

/** Returns the numbers shown in the frames, in display order. */
export const frameNumbers = (path: string, { stripShare }: StripPosition) =>
  Effect.gen(function* () {
    const tools = yield* MediaProcess
    // Only the middle half of the strip is read, because scaling blurs its edges.
    const crop = `crop=iw:ih*${stripShare / 2}:0:ih*${1 - stripShare * 0.75}`
    const { stdout } = yield* tools.run({
      tool: "ffmpeg",
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-an"],
        // Each frame lasts one tick, so that ffmpeg neither drops nor repeats frames to match a frame rate.
        ...["-vf", `${crop},scale=16:1:flags=area,format=gray,settb=1/100,setpts=N`, "-r", "100"],
        ...["-f", "rawvideo", "pipe:1"]
      ],
      timeoutMs: 120_000
    })
    const numbers: Array<number> = []
    for (let at = 0; at + FIELDS <= stdout.length; at += FIELDS) {
      let number = 0
      for (let bit = 0; bit < FIELDS; bit++) if (stdout[at + bit]! > 128) number |= 1 << bit
      numbers.push(number)
    }
    return numbers
  })

export interface Packet {
  /** Presentation time in units of the stream's time base: 90 kHz ticks for a transport stream. */
  readonly pts: number
  readonly dts: number
  readonly isKey: boolean
}

/** Returns the packets of a stream (`v:0`, `a:0`) in file order. */
export const packetsOf = (path: string, stream: "v:0" | "a:0") =>
  Effect.gen(function* () {
    const tools = yield* MediaProcess
    const { stdout } = yield* tools.run({
      tool: "ffprobe",
      args: [
        ...["-v", "error", "-select_streams", stream, "-show_entries", "packet=pts,dts,flags"],
        ...["-of", "json", "-i", path]
      ],
      timeoutMs: 120_000
    })
    const { packets = [] } = JSON.parse(stdout.toString("utf8")) as {
      packets?: ReadonlyArray<{ pts?: number; dts?: number; flags: string }>
    }
    return packets.map(({ dts, flags, pts }): Packet => ({
      pts: pts ?? Number.NaN,
      dts: dts ?? pts ?? Number.NaN,
      isKey: flags.startsWith("K")
    }))
  })

/** Returns the times at which the clicks of `MediaArguments` begin, in seconds on the timeline of the file. */
export const clickTimes = (path: string) =>
  Effect.gen(function* () {
    const tools = yield* MediaProcess
    const rate = 48_000
    const { stdout } = yield* tools.run({
      tool: "ffmpeg",
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-vn"],
        ...["-ac", "1", "-ar", String(rate), "-f", "s16le", "pipe:1"]
      ],
      timeoutMs: 120_000,
      maxStdoutBytes: 64 * 1024 * 1024
    })
    const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1)
    const clicks: Array<number> = []
    let quietUntil = 0
    for (let i = 0; i < samples.length; i++) {
      if (i < quietUntil || Math.abs(samples[i]!) < 6_000) continue
      clicks.push(i / rate)
      quietUntil = i + rate / 2
    }
    return clicks
  })

/** Decodes the whole file. Like a strict player, fails at the first packet that is damaged or out of order. */
export const decodeStrictly = (path: string) =>
  Effect.flatMap(MediaProcess, (tools) =>
    tools.run({
      tool: "ffmpeg",
      args: ["-hide_banner", "-nostdin", "-v", "error", "-xerror", "-i", path, "-f", "null", "-"],
      timeoutMs: 120_000
    })
  ).pipe(Effect.map(({ stderrTail }) => stderrTail))

/**
 * Counts the packets of a transport stream whose continuity counter does not follow the counter of the previous packet
 * with the same PID.
 */
export const counterJumps = (stream: Buffer): number => {
  const last = new Map<number, number>()
  let jumps = 0
  for (let at = 0; at < stream.length; at += PACKET) {
    const pid = pidOf(stream, at)
    const hasPayload = (stream[at + 3]! & 0x10) !== 0
    const before = last.get(pid) ?? 15
    const counter = stream[at + 3]! & 0x0f
    if (counter !== (hasPayload ? (before + 1) % 16 : before)) jumps += 1
    last.set(pid, counter)
  }
  return jumps
}

/** Returns the differences between adjacent values after sorting them. */
export const steps = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.slice(1).map((value, i) => value - sorted[i]!)
}
