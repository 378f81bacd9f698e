import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { DatabaseFailed, DataDirInUse } from "./errors.ts"
import type { Plan, Postmaster } from "./Postmaster.ts"
import { awaitReady, clearStale, create, findLive, spawnPostmaster, stop } from "./Postmaster.ts"
import { clusterMajor } from "./Binaries.ts"

type Failure = DatabaseFailed | DataDirInUse

interface State {
  postmaster: Postmaster | undefined
  stopping: boolean
}

/** Starts often enough in a row to outlive a short lack of memory; more means that something is broken. */
const RESTARTS = 5

/** Brings PostgreSQL up, watches it, starts it again should it die, and stops it with the scope. */
export const keepUp = (plan: Plan, onStep: (step: string) => void) =>
  Effect.gen(function* () {
    const initial: State = { postmaster: undefined, stopping: false }
    const state = yield* Effect.acquireRelease(Effect.succeed(initial), halt)
    const lost = yield* Deferred.make<never, Failure>()
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
    if (state.postmaster !== undefined) return onStep("Found the database running from an earlier start")
    if (clusterMajor(plan.layout.clusterDir) === undefined)
      onStep("Creating the database (only the first time)")
    yield* create(plan)
    yield* clearStale(plan.layout)
    const postmaster = yield* Effect.uninterruptible(
      Effect.tap(spawnPostmaster(plan), (started) => Effect.sync(() => (state.postmaster = started)))
    )
    yield* awaitReady(plan, postmaster)
  })

const watch = (plan: Plan, state: State, onStep: (step: string) => void): Effect.Effect<void, Failure> =>
  Effect.gen(function* () {
    let failures = 0
    while (!state.stopping) {
      yield* Effect.sleep("500 millis")
      if (state.stopping || !(state.postmaster?.isGone() ?? true)) continue
      onStep("The database ended unexpectedly; starting it again")
      const outcome = yield* Effect.either(bringUp(plan, state, onStep))
      if (outcome._tag === "Right") failures = 0
      else if (++failures >= RESTARTS) return yield* Effect.fail(outcome.left)
    }
  })

const halt = (state: State): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { postmaster } = state
    state.stopping = true
    state.postmaster = undefined
    return postmaster === undefined ? Effect.void : stop(postmaster)
  })
