import { setImmediate } from "node:timers/promises"

/** Long computations that yield to other requests. */
export type Steps<A> = Generator<undefined, A>

/** Waiting requests notice 50 ms; this leaves room for a step that takes too long. */
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
