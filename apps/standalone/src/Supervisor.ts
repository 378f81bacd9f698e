import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { afterExit, initialBackoff } from "./Backoff.ts"
import type { Child, ChildExit, ChildSpec } from "./Child.ts"
import { describeExit, isCrash, spawnChild, stopChild } from "./Child.ts"
import { printError } from "./Output.ts"
import type { Refusal } from "./Refusal.ts"
import { EXIT_CONFIG, refuse } from "./Refusal.ts"

/** Keeps a child alive until the scope closes; fails only when the child itself reports that its configuration is wrong. */
export const supervise = (
  spec: ChildSpec,
  gracePeriod: Effect.Effect<unknown>
): Effect.Effect<never, Refusal> =>
  Effect.gen(function* () {
    let pending = initialBackoff
    let env = spec.env
    for (;;) {
      const [lived, exit] = yield* Effect.timed(Effect.scoped(runOnce({ ...spec, env }, gracePeriod)))
      if (exit.code === EXIT_CONFIG) {
        return yield* refuse(`The ${spec.name} refuses to start; its message is above.`, EXIT_CONFIG)
      }
      env = isCrash(exit) ? { ...spec.env, MEDIA_CRASHED_PID: String(exit.pid) } : spec.env
      const { delay, next } = afterExit(pending, Duration.toMillis(lived))
      pending = next
      printError(`The ${spec.name} ${describeExit(exit)}; starting it again in ${delay / 1000} s`)
      yield* Effect.sleep(Duration.millis(delay))
    }
  })

const runOnce = (
  spec: ChildSpec,
  gracePeriod: Effect.Effect<unknown>
): Effect.Effect<ChildExit, never, Scope.Scope> =>
  Effect.acquireRelease(spawnChild(spec), (child) => endIfAlive(child, gracePeriod)).pipe(
    Effect.flatMap((child) => child.exited)
  )

const endIfAlive = (child: Child, gracePeriod: Effect.Effect<unknown>) =>
  child.process.exitCode !== null || child.process.signalCode !== null || child.process.pid === undefined
    ? Effect.void
    : stopChild(child, gracePeriod)
