import type { ChildNotStarted } from "@media/children/ChildErrors"
import { nodePool, type ProgramEnded, type ProgramsHeld } from "@media/children/NodePool"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { askDecoder, type DecoderAnswer, type Wanted } from "./DecoderTalk.ts"
import { DecoderBusy } from "./PictureErrors.ts"

interface DecoderProgram {
  readonly args: ReadonlyArray<string>
  /** Private writable memory, in bytes. */
  readonly memoryBytes: number
  /** Seconds of CPU that one question may take. */
  readonly cpuSeconds: number
  /** A program may leak memory, so a new one replaces it after this many questions. */
  readonly questionsEach: number
}

/** Two at a time, as many as CPUs on small machines; each is 60 MB when idle. */
const MOST = 2
const NICE = 5

/**
 * Wall clock limit, for disks that do not answer. CPU time is the real limit: at a load of 50, a photo that takes 6
 * seconds of CPU takes minutes.
 */
const WALL_MILLIS = 10 * 60_000

/** The decoder gave no answer about this file: it needs too much CPU time, or the decoder crashed on it. */
export class DecoderFailed extends Data.TaggedError("DecoderFailed")<{
  readonly isSlow: boolean
  readonly reason: string
}> {}

const busy = () => new DecoderBusy({ reason: "The server is too busy to decode this file. Try again later." })

const outcomeOf = (ended: ProgramEnded | ProgramsHeld | ChildNotStarted): DecoderBusy | DecoderFailed => {
  if (ended._tag !== "ProgramEnded") return new DecoderBusy({ reason: ended.message })
  const { by, message } = ended
  return by === "cpu" || by === "itself"
    ? new DecoderFailed({ isSlow: by === "cpu", reason: message })
    : busy()
}

/** Programs that decode for us; see `nodePool`. */
export const decoderPool = (program: DecoderProgram) =>
  Effect.map(
    nodePool({ ...program, most: MOST, nice: NICE, asksAgain: true }),
    (asked) => (input: Buffer | string, wanted: Wanted) =>
      asked((talk) => askDecoder(talk, input, wanted), WALL_MILLIS).pipe(
        Effect.mapError(outcomeOf)
      ) satisfies Effect.Effect<DecoderAnswer, DecoderBusy | DecoderFailed>
  )
