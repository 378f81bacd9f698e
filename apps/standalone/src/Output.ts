import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { createInterface } from "node:readline"

// Write errors are ignored, because a closed terminal or pipe must not end the launcher while its children run.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)

/** Prints a line. Only this module writes to the terminal. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

export const printError = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Prints the label of a step, runs the step, and prints how long it took. */
export const step = <A, E, R>(label: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    print(`${label} ...`)
    const [duration, result] = yield* Effect.timed(effect)
    print(`  done in ${(Duration.toMillis(duration) / 1000).toFixed(1)} s`)
    return result
  })

/** Prints the lines of a child, each preceded by the name of the child. */
export const forward = (name: string, stream: Readable): void => {
  createInterface({ input: stream, crlfDelay: Infinity }).on("line", (line) =>
    printError(`${name} | ${line}`)
  )
}
