import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { DatabaseFailed, type DataDirInUse, reasonOf } from "./errors.ts"
import type { Plan, Postmaster } from "./Postmaster.ts"
import { create } from "./Create.ts"
import { awaitReady, clearStale, findLive, spawnPostmaster, stop } from "./Postmaster.ts"
import { clusterMajor } from "./Binaries.ts"

type Failure = DatabaseFailed | DataDirInUse

interface State {
  postmaster: Postmaster | undefined
  stopping: boolean
}

/**
 * Delay before the first restart in milliseconds. The delay doubles with each failed attempt, because some problems,
 * such as a full disk, last for minutes or days until someone fixes them.
 */
const FIRST_WAIT_MILLIS = 500
const LONGEST_WAIT_MILLIS = 10_000

/** Starts PostgreSQL, restarts it if it dies, and stops it when the scope closes. */
export const keepUp = (plan: Plan, onStep: (step: string) => void) =>
  Effect.gen(function* () {
    const initial: State = { postmaster: undefined, stopping: false }
    const state = yield* Effect.acquireRelease(Effect.succeed(initial), halt)
    const lost = yield* Deferred.make<never, DataDirInUse>()
    yield* bringUp(plan, state, onStep)
    const adopted = state.postmaster?.adopted ?? false
    yield* Effect.forkScoped(
      watch(plan, state, onStep).pipe(Effect.catchAll((error) => Deferred.fail(lost, error)))
    )
    return { adopted, stop: halt(state), lost: Deferred.await(lost) }
  })

const bringUp = (plan: Plan, state: State, onStep: (step: string) => void): Effect.Effect<void, Failure> =>
  Effect.gen(function* () {
    state.postmaster = yield* findLive(plan.layout)
    if (state.postmaster !== undefined) return onStep("The database is still running from an earlier start")
    if (clusterMajor(plan.layout.clusterDir) === undefined)
      onStep("Creating the database (only the first time)")
    yield* create(plan)
    yield* clearStale(plan.layout)
    const postmaster = yield* Effect.uninterruptible(
      Effect.tap(spawnPostmaster(plan), (started) => Effect.sync(() => (state.postmaster = started)))
    )
    yield* awaitReady(plan, postmaster)
  })

/**
 * Restarts PostgreSQL whenever it dies. Never gives up, because no other process would restart it. Fails only if
 * another process takes over the data directory.
 */
const watch = (plan: Plan, state: State, onStep: (step: string) => void): Effect.Effect<void, DataDirInUse> =>
  Effect.gen(function* () {
    let wait = FIRST_WAIT_MILLIS
    while (!state.stopping) {
      yield* Effect.sleep(wait)
      if (state.stopping || !(state.postmaster?.isGone() ?? true)) continue
      if (wait === FIRST_WAIT_MILLIS) onStep("The database stopped unexpectedly; restarting it")
      wait = yield* bringUp(plan, state, onStep).pipe(
        Effect.as(FIRST_WAIT_MILLIS),
        // Steps of this process that access the file system may die with a defect, for example if the disk is full.
        // Retry these steps, too.
        Effect.catchAllDefect((defect) => new DatabaseFailed({ step: "start", detail: reasonOf(defect) })),
        Effect.catchTag("DatabaseFailed", (error) =>
          Effect.sync(() => {
            const next = Math.min(wait * 2, LONGEST_WAIT_MILLIS)
            onStep(`${error.message}\nTrying again in ${next / 1000} s`)
            return next
          })
        )
      )
    }
  })

const halt = (state: State): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { postmaster } = state
    state.stopping = true
    state.postmaster = undefined
    return postmaster === undefined ? Effect.void : stop(postmaster)
  })
