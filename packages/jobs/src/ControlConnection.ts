import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import pg from "pg"

/** The worker lost the connection whose advisory lock proves to other workers that this worker is alive. */
export class ControlLost extends Data.TaggedError("ControlLost")<{ readonly cause: unknown }> {
  override get message() {
    return `The worker lost its control connection: ${this.cause instanceof Error ? this.cause.message : String(this.cause)}`
  }
}

export interface ControlConnection {
  /** Second key of the session advisory lock `(7001, key)` that proves that this worker is alive. */
  readonly key: number
  /**
   * Never succeeds. Fails when the connection is lost. From then on, other workers may take over the jobs of this
   * worker.
   */
  readonly lost: Effect.Effect<never, ControlLost>
}

const lockClass = 7_001
const heartbeatEvery = "10 seconds"
const answerWithinMillis = 5_000

/**
 * Opens a separate connection that listens on `jobs`, `jobs_cancel` and `jobs_yield` and keeps the worker's advisory
 * lock until the scope closes. Runs `select 1` every ten seconds to detect a connection that died silently.
 */
export const openControlConnection = (options: {
  readonly url: string
  readonly onWake: (queueNames: ReadonlyArray<string>) => void
  readonly onCancel: (jobRunId: string) => void
  /** Called when background jobs must pause because a viewer needs the CPU. */
  readonly onYield: () => void
}): Effect.Effect<ControlConnection, ControlLost, Scope.Scope> =>
  Effect.gen(function* () {
    const client = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new pg.Client({
            connectionString: options.url,
            application_name: "media-worker-control",
            keepAlive: true,
            connectionTimeoutMillis: answerWithinMillis,
            query_timeout: answerWithinMillis
          })
      ),
      (client) =>
        Effect.promise(() => client.end().catch(() => undefined)).pipe(
          Effect.interruptible,
          Effect.timeoutOption("2 seconds")
        )
    )
    let fault: unknown
    let report: (cause: unknown) => void = (cause) => (fault ??= cause)
    client.on("error", (cause) => report(cause))
    client.on("end", () => report(new Error("the control connection ended")))
    client.on("notification", ({ channel, payload }) => {
      if (channel === "jobs") options.onWake((payload ?? "").split(","))
      else if (channel === "jobs_yield") options.onYield()
      else if (payload !== undefined) options.onCancel(payload)
    })
    const query = (text: string, values: Array<unknown> = []) =>
      Effect.tryPromise({
        try: () => client.query<{ locked?: boolean }>(text, values),
        catch: (cause) => new ControlLost({ cause })
      })
    yield* Effect.tryPromise({ try: () => client.connect(), catch: (cause) => new ControlLost({ cause }) })
    const takeKey = Effect.gen(function* () {
      const key = yield* Random.nextIntBetween(1, 2 ** 31 - 1)
      const answer = yield* query("select pg_try_advisory_lock($1, $2) as locked", [lockClass, key])
      return answer.rows[0]?.locked === true ? key : undefined
    })
    const key = yield* Effect.repeat(takeKey, { until: (taken) => taken !== undefined })
    yield* query("listen jobs")
    yield* query("listen jobs_cancel")
    yield* query("listen jobs_yield")
    const dropped = Effect.async<never, ControlLost>((resume) => {
      report = (cause) => resume(Effect.fail(new ControlLost({ cause })))
      if (fault !== undefined) report(fault)
    })
    const heartbeat = query("select 1").pipe(
      Effect.repeat(Schedule.spaced(heartbeatEvery)),
      Effect.zipRight(Effect.never)
    )
    return { key: key ?? 0, lost: Effect.raceFirst(dropped, heartbeat) }
  })
