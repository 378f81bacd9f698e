import { nodePool, ProgramEnded } from "@media/children/NodePool"
import * as Effect from "effect/Effect"
import { askDecoder, type DecoderAnswer, type Wanted } from "./DecoderTalk.ts"

interface DecoderProgram {
  readonly args: ReadonlyArray<string>
  /** Private writable memory, in bytes. */
  readonly memoryBytes: number
  /** After so many seconds of one question it is ended. */
  readonly seconds: number
  /** It keeps what it took from the system: after so many questions a new one takes its place. */
  readonly questionsEach: number
}

/** Two at a time, as many as there are processors on small machines; each is 60 MB when it has nothing to do. */
const MOST = 2
const NICE = 5

/** Programs that decode for us; see `nodePool`. */
export const decoderPool = ({ seconds, ...program }: DecoderProgram) =>
  Effect.map(
    nodePool({ ...program, most: MOST, nice: NICE }),
    (asked) => (input: Buffer | string, wanted: Wanted) =>
      asked((talk) => askDecoder(talk, input, wanted), seconds * 1_000).pipe(
        // All that wait may have been ended at once, or this one for the memory of another.
        Effect.retry({
          times: MOST,
          while: (error) => error instanceof ProgramEnded && error.isSlow !== true
        }),
        // Says nothing of the picture, which would be taken for damaged.
        Effect.catchTag("ProgramsHeld", (held) => Effect.die(held))
      ) satisfies Effect.Effect<DecoderAnswer, { readonly _tag: string }>
  )
