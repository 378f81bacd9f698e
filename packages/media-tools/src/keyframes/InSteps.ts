import { setImmediate } from "node:timers/promises"

/** A long computation that is divided into steps, so that the event loop can handle other requests in between. */
export type Steps<A> = Generator<undefined, A>

/**
 * Time in milliseconds after which the event loop gets a turn. Users would notice a delay of 50 ms, so even a step that
 * takes 40 ms is acceptable.
 */
const STRETCH_MS = 10

/** Runs all steps, and lets the event loop handle other requests every 10 ms. */
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
