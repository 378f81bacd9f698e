import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pool from "effect/Pool"
import type { Readable, Writable } from "node:stream"
import { Children, type RunningChild } from "./Children.ts"

/** A program of ours for Node that answers one question after another until its input ends. */
export interface NodeProgram {
  /** Of `node`: its options, and the file. */
  readonly args: ReadonlyArray<string>
  /** As many at a time, each with one question. */
  readonly most: number
  /** Private writable memory, in bytes; Node alone takes 100 MiB. */
  readonly memoryBytes: number
  /** Seconds of CPU that one question may take. Default: no limit. */
  readonly cpuSeconds?: number
  /** 0 to 19. */
  readonly nice: number
  /** It may keep what it took from the system: after so many questions a new one takes its place. */
  readonly questionsEach?: number
  /**
   * A question whose program ended is asked once more, of a program that was asked nothing before: only the second end says
   * something about the question.
   */
  readonly asksAgain?: boolean
}

export interface Talk {
  readonly stdin: Writable
  readonly stdout: Readable
}

/**
 * Why a question has no answer. `cpu`: the question alone took all the CPU time that it may have. `itself`: the program crashed or
 * sent an invalid answer, and this was its first question. `used-up`: the same two of a program that had answered other questions
 * before, which may have been the reason. `late`: no answer came in time, by the clock. `killed`: a signal from elsewhere ended the
 * program, as when the machine runs out of memory.
 */
export type EndedBy = "cpu" | "itself" | "used-up" | "late" | "killed"

/** A program ended before it answered. Only `cpu` and `itself` say something about the question. */
export class ProgramEnded extends Data.TaggedError("ProgramEnded")<{
  readonly cause: unknown
  readonly by: EndedBy
}> {
  override get message(): string {
    return this.cause instanceof Error ? this.cause.message : String(this.cause)
  }
}

/** As many as may be of its programs wait for disks that do not answer: no further one is started until one of them ends. */
export class ProgramsHeld extends Data.TaggedError("ProgramsHeld") {
  override get message(): string {
    return "The programs that read files wait for a file system that does not answer. Is its disk connected?"
  }
}

/** Programs of one pool that were given up and are still there: 100 MB each. */
const MOST_HELD = 8

/** The system needs a moment to report how a program ended. */
const REPORT = "10 seconds"
/** Signals that the kernel or a person sends; a program that crashes gets others. */
const FROM_ELSEWHERE = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]

/** `isFirst`: the program has answered no other question before. */
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
 * So often those are ended that have no question at that moment, also between two questions of a job: starting one takes 40 ms and
 * more, of the decoder of pictures 250 ms of CPU.
 */
const LOOK = "1 minute"

/**
 * Programs that read files of foreign origin for us, started when they are needed, without environment or network. One that
 * ends takes only its question with it; one whose question failed, or was given up, is ended. One that cannot be ended holds up
 * no one: another takes its place.
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
      // Comes behind its end, which the scope waits for first.
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
        // The kernel counts the CPU time of a program from its start. A program that earlier questions have worn out is replaced.
        limits: { memoryBytes, fileBytes: 0, ...(cpuSeconds === undefined ? {} : { cpuSeconds }) }
      })
      started.push(child)
      return { child, talk: { stdin: child.stdin!, stdout: child.stdout } satisfies Talk, asked: 0 }
    })
    const programs = yield* Pool.makeWithTTL({ acquire: start, min: 0, max: most, timeToLive: LOOK })
    /** Besides those of the pool, so that a question that ends programs does not end the ones that others wait for. */
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

    /** `ask` rejects for what is no answer; after `millis` its program is ended. */
    return <A>(ask: (talk: Talk) => Promise<A>, millis = Infinity) =>
      pooled(ask, millis).pipe(
        Effect.catchIf(
          (error) => asksAgain && error._tag === "ProgramEnded" && error.by !== "late" && error.by !== "cpu",
          () => alone(ask, millis)
        )
      )
  })
