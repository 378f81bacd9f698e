import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { retryDelaySeconds } from "./Backoff.ts"
import { type JobError, PermanentFailure } from "./Failures.ts"
import { storableText } from "./JsonText.ts"
import { reasonOf } from "./Reason.ts"
import { type Claim, State } from "./StepCall.ts"

/** The result of an attempt before the result is written. `retryIn` is in seconds. */
export interface Outcome {
  readonly state: State
  readonly result?: unknown
  readonly error?: JobError | undefined
  readonly retryIn?: number | undefined
}

const maxDetail = 4_000
/** Maximum length of a result as JSON text. Results are for display. Store larger data in a table or a file. */
const maxResultText = 65_536

const cut = (text: string): string => storableText(text).slice(0, maxDetail)

const jobError = (message: string, detail?: string, given?: string): JobError => {
  const reason = given === undefined ? reasonOf(cut(message)) : cut(given)
  return {
    message: cut(message),
    ...(detail === undefined ? {} : { detail: cut(detail) }),
    ...(reason === cut(message) ? {} : { reason })
  }
}

const describe = (error: unknown): JobError => {
  if (typeof error !== "object" || error === null) return jobError(String(error))
  const { _tag, detail, message, reason } = error as Readonly<
    Record<"_tag" | "detail" | "message" | "reason", unknown>
  >
  return jobError(
    typeof message === "string" && message !== "" ? message : String(_tag ?? "The job failed"),
    typeof detail === "string" ? detail : undefined,
    typeof reason === "string" ? reason : undefined
  )
}

/** Converts the cause of a failure to an error for operators. For a defect, the error includes the stack trace. */
export const describeCause = (cause: Cause.Cause<unknown>): JobError => {
  const failure = Cause.failureOption(cause)
  if (Option.isSome(failure)) return describe(failure.value)
  if (Cause.isInterruptedOnly(cause)) return jobError("The job canceled itself")
  return jobError(describe(Cause.squash(cause)).message, Cause.pretty(cause))
}

const isPermanent = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.failureOption(cause), (error) => error instanceof PermanentFailure)

const isTooBig = (result: unknown): boolean =>
  typeof result === "object" && result !== null && JSON.stringify(result).length > maxResultText

const completed: Outcome = { state: State.completed }

/**
 * Returns the outcome of an attempt. Success completes the run. A permanent failure or a failure of the last attempt
 * exhausts the run. After any other failure, the run waits for its retry.
 */
export const outcomeOf = (claim: Claim, exit: Exit.Exit<unknown, unknown>): Effect.Effect<Outcome> => {
  if (Exit.isSuccess(exit)) {
    if (exit.value === null || exit.value === undefined) return Effect.succeed(completed)
    return Effect.succeed(
      isTooBig(exit.value)
        ? {
            state: State.exhausted,
            error: { ...jobError("The job's result is larger than 64 KiB"), isFinal: true }
          }
        : { state: State.completed, result: exit.value }
    )
  }
  const error = describeCause(exit.cause)
  const attempt = claim.attempts + 1
  if (isPermanent(exit.cause)) {
    return Effect.succeed({ state: State.exhausted, error: { ...error, isFinal: true } })
  }
  if (attempt >= claim.maxAttempts) return Effect.succeed({ state: State.exhausted, error })
  return Effect.map(Random.next, (random) => ({
    state: State.failed,
    error,
    retryIn: retryDelaySeconds(attempt, random)
  }))
}
