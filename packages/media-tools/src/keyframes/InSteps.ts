import { setImmediate } from "node:timers/promises"

/** A long computation that yields to other requests. */
export type Steps<A> = Generator<undefined, A>

/**
 * Time in milliseconds between pauses. Users notice when requests wait for 50 ms. A step may therefore take up to 40 ms
 * longer than planned.
 */
const STRETCH_MS = 10

/** Runs the steps, and yields to other requests every 10 ms. */
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
