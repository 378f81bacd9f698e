import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { createInterface } from "node:readline"

// A closed terminal or pipe must not leave the children without their launcher.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined)

/** The only place that writes to the terminal. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

export const printError = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Reports a step, and its duration. */
export const step = <A, E, R>(label: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    print(`${label} ...`)
    const [duration, result] = yield* Effect.timed(effect)
    print(`  done in ${(Duration.toMillis(duration) / 1000).toFixed(1)} s`)
    return result
  })

/** Forwards the lines of a child, prefixed with its name. */
export const forward = (name: string, stream: Readable): void => {
  createInterface({ input: stream, crlfDelay: Infinity }).on("line", (line) =>
    printError(`${name} | ${line}`)
  )
}
