import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pool from "effect/Pool"
import type { Readable, Writable } from "node:stream"
import { Children, type RunningChild } from "./Children.ts"

/**
 * Settings of a pool of Node programs. Each program is part of this project, and handles one request after another
 * until its input ends.
 */
export interface NodeProgram {
  /** Arguments of `node`: options and the file to run. */
  readonly args: ReadonlyArray<string>
  /** Maximum number of concurrent programs. Each handles one request at a time. */
  readonly most: number
  /** Maximum private writable memory in bytes. Node itself takes 100 MiB. */
  readonly memoryBytes: number
  /** Maximum CPU seconds of a program in its lifetime. Default: no limit. */
  readonly cpuSeconds?: number
  /** Nice value, 0 to 19. */
  readonly nice: number
  /** Maximum number of requests per program. The pool then replaces the program, because it may leak memory. */
  readonly questionsEach?: number
  /**
   * True to repeat a request in a new program if the first program ended without a response. Earlier requests may have
   * been the cause of the first failure, but not of the second.
   */
  readonly asksAgain?: boolean
}

export interface Talk {
  readonly stdin: Writable
  readonly stdout: Readable
}

/**
 * The reason why a request got no response. `cpu`: the program reached its CPU time limit on its first request.
 * `itself`: the program crashed or sent an invalid response on its first request. `used-up`: the program failed in one
 * of these two ways, but earlier requests to the same program may be the cause. `late`: no response arrived within the
 * time limit of the request. `killed`: an external signal ended the program, for example because the machine ran out of
 * memory.
 */
export type EndedBy = "cpu" | "itself" | "used-up" | "late" | "killed"

/**
 * The program ended or was stopped before it responded. Only `cpu` and `itself` mean that the request was the cause.
 */
export class ProgramEnded extends Data.TaggedError("ProgramEnded")<{
  readonly cause: unknown
  readonly by: EndedBy
}> {
  override get message(): string {
    return this.cause instanceof Error ? this.cause.message : String(this.cause)
  }
}

/**
 * The pool cannot start another program, because too many killed programs still exist, waiting for disks that do not
 * respond. It starts programs again once one of them ends.
 */
export class ProgramsHeld extends Data.TaggedError("ProgramsHeld") {
  override get message(): string {
    return "The server cannot read files right now, because a file system does not respond. Check that its disk is connected."
  }
}

/** Maximum number of killed programs that may still exist, because each takes about 100 MB. */
const MOST_HELD = 8

/** Maximum time to wait for the system to report how a program ended. */
const REPORT = "10 seconds"
/** Signals that come from the kernel or a user. Crashes cause other signals. */
const FROM_ELSEWHERE = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]

/** Determines why a program did not respond. `isFirst` is true if it had handled no earlier request. */
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
 * Idle programs are stopped after this time. The time is long enough that a program keeps running between the requests
 * of a job. Starting a program takes at least 40 ms, and starting the image decoder takes 250 ms of CPU time.
 */
const LOOK = "1 minute"

/**
 * Creates a pool of programs that read untrusted files. The pool starts them on demand, without environment variables
 * or network access. It stops a program whose request fails or times out. If a program ends, only its current request
 * is lost. A program that cannot be killed does not block other requests, because a new one takes its place.
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
      // This finalizer must run after the program was stopped, to see whether it still exists. Finalizers run in
      // reverse order, so it is added before `stream` adds the finalizer that stops the program.
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
        // The kernel counts CPU time from the start of the program, so earlier requests can use it up. The program is
        // then replaced.
        limits: { memoryBytes, fileBytes: 0, ...(cpuSeconds === undefined ? {} : { cpuSeconds }) }
      })
      started.push(child)
      return { child, talk: { stdin: child.stdin!, stdout: child.stdout } satisfies Talk, asked: 0 }
    })
    const programs = yield* Pool.makeWithTTL({ acquire: start, min: 0, max: most, timeToLive: LOOK })
    /**
     * Repeated requests run one at a time, each in a new program outside the pool, so that a request that crashes its
     * program does not affect other requests.
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
            new ProgramEnded({ cause: `it did not respond within ${millis / 1_000} s`, by: "late" })
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

    /**
     * Lets a program handle a request. `ask` sends the request, reads the response, and must reject if the response is
     * invalid. If it takes longer than `millis`, the request fails and the program is stopped.
     */
    return <A>(ask: (talk: Talk) => Promise<A>, millis = Infinity) =>
      pooled(ask, millis).pipe(
        Effect.catchIf(
          (error) => asksAgain && error._tag === "ProgramEnded" && error.by !== "late" && error.by !== "cpu",
          () => alone(ask, millis)
        )
      )
  })
