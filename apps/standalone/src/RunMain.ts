import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { onNpmGone } from "./NpmParent.ts"
import { print, printError } from "./Output.ts"
import type { Refusal } from "./Refusal.ts"
import { isRunByNpm } from "./StandaloneConfig.ts"

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/**
 * Runs the launcher until it fails or receives a signal. The first signal stops all processes in order, and the second
 * signal stops them immediately.
 */
export const runMain = (
  program: (forceStop: Effect.Effect<void>) => Effect.Effect<never, Refusal, Scope.Scope>
): void => {
  process.umask(0o077)
  const forceStop = Effect.runSync(Deferred.make<void>())
  const fiber = Effect.runFork(Effect.scoped(program(Deferred.await(forceStop))))
  let askedAt: number | undefined
  const onSignal = () => {
    if (askedAt !== undefined)
      return isEcho(askedAt) ? undefined : Effect.runSync(Deferred.succeed(forceStop, undefined))
    askedAt = performance.now()
    print("Stopping (press Ctrl-C again to skip waiting) ...")
    return Effect.runFork(Fiber.interrupt(fiber))
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  // If npm started the launcher, the launcher stops when npm ends. Otherwise, the launcher keeps running after its
  // shell has ended, so that it can run in the background.
  if (isRunByNpm()) onNpmGone(onSignal)
  fiber.addObserver((exit) => {
    process.exit(Exit.isSuccess(exit) ? 0 : report(exit.cause))
  })
}

/**
 * Time in milliseconds during which another signal counts as a repetition of the first one. Such a repetition occurs
 * because npm forwards a signal of the terminal that this process may also have received directly.
 */
const ECHO_MILLIS = 500
const isEcho = (askedAt: number): boolean => performance.now() - askedAt < ECHO_MILLIS

const report = (cause: Cause.Cause<Refusal>): number => {
  if (Cause.isInterruptedOnly(cause)) {
    print("Stopped.")
    return 0
  }
  const refusal = Cause.failureOption(cause)
  if (refusal._tag === "Some") {
    printError(refusal.value.message)
    return refusal.value.exitCode
  }
  printError(Cause.pretty(cause))
  return 1
}
