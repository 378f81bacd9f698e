import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { join } from "node:path"
import { liveChildren } from "../LiveChildren.ts"
import { nodePool } from "../NodePool.ts"
import { exchange, type Frame } from "./Frames.ts"
import { GuardedReader, type GuardedReaderShape, ReaderBusy, ReaderGaveUp } from "./GuardedReader.ts"
import type { Answer, Task } from "./Task.ts"

/**
 * Maximum number of reader processes. With three, one is still free for short tasks while another runs a long task and
 * a third is stuck on a malicious file.
 */
const MOST = 3
/**
 * Maximum memory of a reader process in bytes. Node itself takes 100 MiB, and an image of up to 64 MiB is in memory
 * twice before it is sent.
 */
const MEMORY_BYTES = 512 * 1024 ** 2
/**
 * Maximum number of requests per reader process. Most requests take less than a tenth of a CPU second, so a hundred of
 * them fit into `CPU_SECONDS`.
 */
const QUESTIONS_EACH = 100
/**
 * Maximum CPU seconds of a reader process in its lifetime, after which the kernel stops it. This is a safety net:
 * parsers enforce the budget of a task themselves, which is at most 20 seconds.
 */
const CPU_SECONDS = 30
/** Nice value of reader processes. The server has a higher priority, so that playback is not disturbed. */
const NICE = 5
/**
 * The time limit of a task is its CPU budget multiplied by this factor, because machines may be busy and disks asleep.
 */
const WALL_FACTOR = 6
/** Maximum size in bytes of the JSON in a response. Parsing 2 MiB blocks the caller for about 10 ms. */
const MOST_HEAD_BYTES = 2 * 1024 ** 2

/**
 * Returns the head of a response as an object with fields of unknown type. It must not be trusted, because the reader
 * process may be compromised.
 */
const saidIn = (head: unknown): { readonly ok?: unknown; readonly refused?: unknown } =>
  typeof head === "object" && head !== null ? head : {}

interface Limits {
  /** Maximum CPU seconds of a reader process in its lifetime. */
  readonly cpuSeconds?: number
  readonly questionsEach?: number
}

/** Creates the service. `program` is the script of the reader process. Tests pass their own script and limits. */
export const makeGuardedReader = (
  program = join(installRoot(), "dist/reader.mjs"),
  { cpuSeconds = CPU_SECONDS, questionsEach = QUESTIONS_EACH }: Limits = {}
) =>
  Effect.gen(function* () {
    const asked = yield* nodePool({
      args: ["--max-old-space-size=256", program],
      most: MOST,
      memoryBytes: MEMORY_BYTES,
      nice: NICE,
      cpuSeconds,
      asksAgain: true,
      questionsEach
    })
    const long = yield* Effect.makeSemaphore(1)

    const answerTo = (question: Frame, { mostBytes, seconds }: { mostBytes: number; seconds: number }) =>
      asked(
        (talk) => exchange(talk, question, { headBytes: MOST_HEAD_BYTES, partBytes: mostBytes }),
        seconds * WALL_FACTOR * 1_000
      ).pipe(
        Effect.tapError(({ message }) =>
          Effect.logWarning("The reader process did not respond", { message })
        ),
        Effect.mapError((error) =>
          error._tag === "ProgramEnded" && (error.by === "cpu" || error.by === "itself")
            ? new ReaderGaveUp()
            : new ReaderBusy()
        )
      )

    const ask: GuardedReaderShape["ask"] = <Q, QI, A, AI, E, EI>(
      task: Task<Q, QI, A, AI, E, EI>,
      question: Q,
      bytes?: Buffer
    ) =>
      Effect.gen(function* () {
        const encoded = Schema.encodeSync(task.question)(question)
        const frame = yield* answerTo(
          { head: [task.name, encoded], parts: bytes === undefined ? [] : [bytes] },
          task
        )
        const { ok, refused } = saidIn(frame.head)
        const refusal = Schema.decodeUnknownEither(task.refusal)(refused)
        if (refused !== undefined && Either.isRight(refusal)) return yield* Effect.fail(refusal.right)
        const value = Schema.decodeUnknownEither(task.answer)(ok)
        if (refused !== undefined || Either.isLeft(value)) return yield* new ReaderGaveUp()
        return { value: value.right, parts: frame.parts } satisfies Answer<A>
      }).pipe(
        task.isLong === true ? long.withPermits(1) : (self) => self,
        Effect.withSpan(`reader.${task.name}`)
      )
    return GuardedReader.of({ ask })
  })

/** Starts reader processes on demand, and stops each one after a minute without a request. */
export const liveGuardedReader: Layer.Layer<GuardedReader> = Layer.scoped(
  GuardedReader,
  makeGuardedReader()
).pipe(Layer.provide(liveChildren))
