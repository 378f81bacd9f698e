import { held, release } from "@media/kernel/HeldConfig"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { afterExit, initialBackoff } from "./Backoff.ts"
import type { Child, ChildExit, ChildSpec } from "./Child.ts"
import { describeExit, isCrash, spawnChild, stopChild } from "./Child.ts"
import { printError } from "./Output.ts"
import type { Refusal } from "./Refusal.ts"
import { EXIT_CONFIG, refuse } from "./Refusal.ts"

/**
 * Starts a child that loads its code and then waits until `supervise` releases it. Loading the code while the database
 * starts saves half a second. The child ends with the scope unless `supervise` ends it earlier.
 */
export const preload = (spec: ChildSpec): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.acquireRelease(spawnChild({ ...spec, env: held(spec.env) }), (child) =>
    endIfAlive(child, Effect.void)
  )

/**
 * Runs the preloaded child and restarts it whenever it ends, until the scope closes. Fails only if the child reports
 * that its configuration is wrong.
 */
export const supervise = (
  spec: ChildSpec,
  preloaded: Child,
  gracePeriod: Effect.Effect<unknown>
): Effect.Effect<never, Refusal> =>
  Effect.gen(function* () {
    let start = released(preloaded, spec.env)
    let pending = initialBackoff
    for (;;) {
      const [lived, exit] = yield* Effect.timed(Effect.scoped(runOnce(start, gracePeriod)))
      if (exit.code === EXIT_CONFIG) {
        return yield* refuse(`The ${spec.name} did not start. Its error message is above.`, EXIT_CONFIG)
      }
      start = spawnChild({
        ...spec,
        env: isCrash(exit) ? { ...spec.env, MEDIA_CRASHED_PID: String(exit.pid) } : spec.env
      })
      const { delay, next } = afterExit(pending, Duration.toMillis(lived))
      pending = next
      printError(`The ${spec.name} ${describeExit(exit)}; restarting it in ${delay / 1000} s`)
      yield* Effect.sleep(Duration.millis(delay))
    }
  })

const runOnce = (
  start: Effect.Effect<Child>,
  gracePeriod: Effect.Effect<unknown>
): Effect.Effect<ChildExit, never, Scope.Scope> =>
  Effect.acquireRelease(start, (child) => endIfAlive(child, gracePeriod)).pipe(
    Effect.flatMap((child) => child.exited)
  )

const released = (child: Child, env: NodeJS.ProcessEnv): Effect.Effect<Child> =>
  Effect.sync(() => {
    release(child.process, env)
    return child
  })

const endIfAlive = (child: Child, gracePeriod: Effect.Effect<unknown>) =>
  child.process.exitCode !== null || child.process.signalCode !== null || child.process.pid === undefined
    ? Effect.void
    : stopChild(child, gracePeriod)
