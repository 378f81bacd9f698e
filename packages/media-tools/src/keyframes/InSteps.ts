import { setImmediate } from "node:timers/promises"

/** Long arithmetic that yields where others may be served. */
export type Steps<A> = Generator<undefined, A>

/** Requests that wait notice 50 ms; this leaves room for the step that is too long. */
const STRETCH_MS = 10

/** Runs the steps, and lets others be served every 10 ms. */
export const inSteps = async <A>(steps: Steps<A>): Promise<A> => {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - since < STRETCH_MS) continue
    await setImmediate()
    since = performance.now()
  }
}
