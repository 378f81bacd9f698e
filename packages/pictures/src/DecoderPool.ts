import { Children } from "@media/children/Children"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pool from "effect/Pool"
import type { Readable, Writable } from "node:stream"
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
const IDLE = "20 seconds"
const NICE = 5

interface Decoder {
  readonly talk: { readonly stdin: Writable; readonly stdout: Readable }
  asked: number
}

const start = ({ args, memoryBytes }: DecoderProgram) =>
  Effect.gen(function* () {
    const children = yield* Children
    const { stdin, stdout } = yield* children.stream({
      program: process.execPath,
      args,
      network: false,
      nice: NICE,
      stdin: "pipe",
      limits: { memoryBytes, fileBytes: 0 }
    })
    return { talk: { stdin: stdin!, stdout }, asked: 0 } as Decoder
  })

/** Programs that decode for us, started when they are needed; one that ends takes only its question with it. */
export const decoderPool = (program: DecoderProgram) =>
  Effect.gen(function* () {
    const decoders = yield* Pool.makeWithTTL({
      acquire: start(program),
      min: 0,
      max: MOST,
      timeToLive: IDLE
    })
    const once = (input: Buffer | string, wanted: Wanted) =>
      Effect.scoped(
        Effect.gen(function* () {
          const decoder = yield* decoders.get
          decoder.asked += 1
          return yield* Effect.tryPromise({
            try: () => askDecoder(decoder.talk, input, wanted),
            catch: (cause) => ({ _tag: "DecoderEnded", cause }) as const
          }).pipe(
            Effect.timeout(program.seconds * 1_000),
            Effect.onExit((exit) =>
              Exit.isSuccess(exit) && decoder.asked < program.questionsEach
                ? Effect.void
                : decoders.invalidate(decoder)
            )
          )
        })
      )
    return (input: Buffer | string, wanted: Wanted) =>
      once(input, wanted).pipe(
        // All that wait may have been ended at once, or this one for the memory of another.
        Effect.retry({ times: MOST, while: ({ _tag }) => _tag === "DecoderEnded" })
      ) satisfies Effect.Effect<DecoderAnswer, { readonly _tag: string }>
  })
