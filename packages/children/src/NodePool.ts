import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pool from "effect/Pool"
import type { Readable, Writable } from "node:stream"
import { Children, type RunningChild } from "./Children.ts"

/** One of our own Node programs, which answers one question after another until its input ends. */
export interface NodeProgram {
  /** Arguments of `node`: its options and the file. */
  readonly args: ReadonlyArray<string>
  /** Maximum number of concurrent programs, each with one question. */
  readonly most: number
  /** Private writable memory in bytes; Node itself takes 100 MiB. */
  readonly memoryBytes: number
  /** Seconds of CPU per question. Default: no limit. */
  readonly cpuSeconds?: number
  /** 0 to 19. */
  readonly nice: number
  /** A program may leak memory, so a new one replaces it after this many questions. */
  readonly questionsEach?: number
  /**
   * Repeats a question in a fresh program if its program ended, because only a second failure can be attributed to the
   * question.
   */
  readonly asksAgain?: boolean
}

export interface Talk {
  readonly stdin: Writable
  readonly stdout: Readable
}

/**
 * Why a question has no answer. `cpu`: the question alone used all its CPU time. `itself`: the program crashed or sent
 * an invalid answer on its first question. `used-up`: the same two, but the program had answered other questions
 * before, which may be the cause. `late`: no answer came in time, by the wall clock. `killed`: an external signal ended
 * the program, as when the machine runs out of memory.
 */
export type EndedBy = "cpu" | "itself" | "used-up" | "late" | "killed"

/** A program ended before it answered. Only `cpu` and `itself` say anything about the question. */
export class ProgramEnded extends Data.TaggedError("ProgramEnded")<{
  readonly cause: unknown
  readonly by: EndedBy
}> {
  override get message(): string {
    return this.cause instanceof Error ? this.cause.message : String(this.cause)
  }
}

/**
 * The maximum number of programs is waiting for disks that do not answer: no further program is started until one of
 * them ends.
 */
export class ProgramsHeld extends Data.TaggedError("ProgramsHeld") {
  override get message(): string {
    return "The programs that read files are waiting for a file system that does not respond. Check that its disk is connected."
  }
}

/** Maximum number of programs that were killed but still exist, at 100 MB each. */
const MOST_HELD = 8

/** The system takes a moment to report how a program ended. */
const REPORT = "10 seconds"
/** Signals from the kernel or a person; a program that crashes gets others. */
const FROM_ELSEWHERE = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]

/** `isFirst`: the program has answered no question before. */
const endedBy = (child: RunningChild, isFirst: boolean): Effect.Effect<EndedBy> => {
  const own = (by: "cpu" | "itself"): EndedBy => (isFirst ? by : "used-up")
  if (!child.stdout.destroyed) return Effect.succeed(own("itself"))
  return child.exit.pipe(
    Effect.match({
      onSuccess: () => own("itself"),
      onFailure: (error): EndedBy => {
        if (error._tag === "ChildFailed")
          return FROM_ELSEWHERE.includes(error.signal ?? "") ? "killed" : own("itself")
        return own(error.limit === "cpu" ? "cpu" : "itself")
      }
    }),
    Effect.timeoutTo({ duration: REPORT, onTimeout: (): EndedBy => "killed", onSuccess: (by) => by })
  )
}

/**
 * Programs without a question are stopped at this interval, even between two questions of a job: starting one takes 40
 * ms and more, and 250 ms of CPU for the picture decoder.
 */
const LOOK = "1 minute"

/**
 * A pool of programs that read untrusted files, started on demand without environment or network. A program that ends
 * takes only its question with it; a program whose question failed or timed out is stopped. A program that cannot be
 * stopped blocks no one, because another takes its place.
 */
export const nodePool = ({
  args,
  asksAgain = false,
  cpuSeconds,
  memoryBytes,
  most,
  nice,
  questionsEach = Infinity
}: NodeProgram) =>
  Effect.gen(function* () {
    const children = yield* Children
    const held = new Set<RunningChild>()
    const start = Effect.gen(function* () {
      for (const before of held) if (!before.isHeld()) held.delete(before)
      if (held.size >= MOST_HELD) return yield* new ProgramsHeld()
      const started: Array<RunningChild> = []
      // Added after the process finalizer, so it runs first.
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          for (const child of started) if (child.isHeld()) held.add(child)
        })
      )
      const child = yield* children.stream({
        program: process.execPath,
        args,
        network: false,
        nice,
        stdin: "pipe",
        // The kernel counts a program's CPU time from its start. A program that earlier questions have worn out is
        // replaced.
        limits: { memoryBytes, fileBytes: 0, ...(cpuSeconds === undefined ? {} : { cpuSeconds }) }
      })
      started.push(child)
      return { child, talk: { stdin: child.stdin!, stdout: child.stdout } satisfies Talk, asked: 0 }
    })
    const programs = yield* Pool.makeWithTTL({ acquire: start, min: 0, max: most, timeToLive: LOOK })
    /**
     * A permit outside of the pool, so that a question that kills programs does not kill those that others wait for.
     */
    const apart = yield* Effect.makeSemaphore(1)

    type Program = Effect.Effect.Success<typeof start>
    const attempt = <A>(program: Program, ask: (talk: Talk) => Promise<A>, millis: number) => {
      program.asked += 1
      return Effect.tryPromise({ try: () => ask(program.talk), catch: (cause) => cause }).pipe(
        Effect.catchAll((cause) =>
          Effect.flatMap(endedBy(program.child, program.asked === 1), (by) => new ProgramEnded({ cause, by }))
        ),
        Effect.timeoutFail({
          duration: millis,
          onTimeout: () =>
            new ProgramEnded({ cause: `it did not answer within ${millis / 1_000} s`, by: "late" })
        })
      )
    }
    const pooled = <A>(ask: (talk: Talk) => Promise<A>, millis: number) =>
      Effect.scoped(
        Effect.flatMap(programs.get, (program) =>
          Effect.onExit(attempt(program, ask, millis), (exit) =>
            Exit.isSuccess(exit) && program.asked < questionsEach ? Effect.void : programs.invalidate(program)
          )
        )
      )
    const alone = <A>(ask: (talk: Talk) => Promise<A>, millis: number) =>
      apart.withPermits(1)(Effect.scoped(Effect.flatMap(start, (program) => attempt(program, ask, millis))))

    /** `ask` rejects if the answer is invalid; its program is stopped after `millis`. */
    return <A>(ask: (talk: Talk) => Promise<A>, millis = Infinity) =>
      pooled(ask, millis).pipe(
        Effect.catchIf(
          (error) => asksAgain && error._tag === "ProgramEnded" && error.by !== "late" && error.by !== "cpu",
          () => alone(ask, millis)
        )
      )
  })
