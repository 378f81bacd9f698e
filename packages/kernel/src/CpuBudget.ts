// Parsers of untrusted text call `spend` while they work. A program that answers one question after another sets the budget
// for each; anywhere else there is none.

/** The budget of CPU time is used up. */
export class TooMuchWork extends Error {
  override readonly message = "It takes too much work."
}

let endMicros = Number.POSITIVE_INFINITY
let steps = 0
/** `process.cpuUsage` takes a microsecond, and a step of a parser about as long. */
const STEPS_PER_LOOK = 256

const usedMicros = (): number => {
  const { system, user } = process.cpuUsage()
  return user + system
}

/** Limits what is done from now on to so many seconds of CPU time of this process. */
export const setCpuBudget = (seconds: number): void => {
  endMicros = usedMicros() + seconds * 1e6
}

/** Is it used up? */
export const isBudgetUsed = (): boolean => endMicros !== Number.POSITIVE_INFINITY && usedMicros() >= endMicros

/** Counts a step of a parser; throws `TooMuchWork` once the budget is used up. */
export const spend = (): void => {
  steps += 1
  if (steps % STEPS_PER_LOOK === 0 && isBudgetUsed()) throw new TooMuchWork()
}
