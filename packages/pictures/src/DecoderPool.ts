import type { ChildNotStarted } from "@media/children/ChildErrors"
import { nodePool, type ProgramEnded, type ProgramsHeld } from "@media/children/NodePool"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { askDecoder, type DecoderAnswer, type Wanted } from "./DecoderTalk.ts"
import { DecoderBusy } from "./PictureErrors.ts"

interface DecoderProgram {
  readonly args: ReadonlyArray<string>
  /** Maximum private writable memory in bytes. */
  readonly memoryBytes: number
  /** CPU time in seconds that a process may use in its lifetime, and therefore the maximum for one request. */
  readonly cpuSeconds: number
  /**
   * Number of requests after which a new process replaces the old one, because a decoder may leak memory.
   */
  readonly questionsEach: number
}

/**
 * Maximum number of concurrent processes, which is the number of CPUs of a small machine. An idle process takes 60 MB.
 */
const MOST = 2
const NICE = 5

/**
 * Wall clock limit in milliseconds, for disks that stop responding. The CPU limit usually applies first, but on a
 * machine with a load of 50, a photo that takes 6 CPU seconds takes minutes.
 */
const WALL_MILLIS = 10 * 60_000

/** The decoder returned no response for this file, because decoding took too much CPU time or the decoder crashed. */
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

/** Creates a pool of processes that decode pictures or documents. See `nodePool`. */
export const decoderPool = (program: DecoderProgram) =>
  Effect.map(
    nodePool({ ...program, most: MOST, nice: NICE, asksAgain: true }),
    (asked) => (input: Buffer | string, wanted: Wanted) =>
      asked((talk) => askDecoder(talk, input, wanted), WALL_MILLIS).pipe(
        Effect.mapError(outcomeOf)
      ) satisfies Effect.Effect<DecoderAnswer, DecoderBusy | DecoderFailed>
  )
