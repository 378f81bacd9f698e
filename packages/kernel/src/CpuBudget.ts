// Parsers of untrusted text call `spend` as they work. A program that handles requests one after another sets the
// budget for each request. In all other programs, the budget is unlimited.

/** Thrown when the CPU time budget is used up. */
export class TooMuchWork extends Error {
  override readonly message = "Processing stopped because it took too much CPU time."
}

let endMicros = Number.POSITIVE_INFINITY
let steps = 0
/**
 * Number of parser steps between two readings of the CPU time. `process.cpuUsage` takes a microsecond, about as long as
 * one parser step.
 */
const STEPS_PER_LOOK = 256

const usedMicros = (): number => {
  const { system, user } = process.cpuUsage()
  return user + system
}

/** Limits the CPU time that this process may use from now on to `seconds`. */
export const setCpuBudget = (seconds: number): void => {
  endMicros = usedMicros() + seconds * 1e6
}

/** True if the budget is used up. */
export const isBudgetUsed = (): boolean => endMicros !== Number.POSITIVE_INFINITY && usedMicros() >= endMicros

/** Counts one parser step. Throws `TooMuchWork` once the budget is used up. */
export const spend = (): void => {
  steps += 1
  if (steps % STEPS_PER_LOOK === 0 && isBudgetUsed()) throw new TooMuchWork()
}
