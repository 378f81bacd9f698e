import * as Effect from "effect/Effect"
import type { NotMoved } from "./errors.ts"
import { noAnswer, toNotMoved } from "./errors.ts"
import type { Tally } from "./tally.ts"

/**
 * Time limit for the files of one item. An item has at most about 40 MB of generated files, but the disk may have to
 * spin up first.
 */
const ANSWERS_WITHIN = "2 minutes"

/** Runs file operations for one item. Fails with `NotMoved` if an operation fails or the time limit is exceeded. */
export const onDisk = <A>(work: () => Promise<A>): Effect.Effect<A, NotMoved> =>
  Effect.tryPromise({ try: work, catch: toNotMoved }).pipe(
    Effect.disconnect,
    Effect.timeoutFail({ duration: ANSWERS_WITHIN, onTimeout: noAnswer })
  )

/** Remembers which roots the rest of this run must skip, and whether the whole run must stop. */
export class Stopped {
  readonly #roots = new Map<string, string>()
  #all: string | undefined
  readonly #tally: Tally

  constructor(tally: Tally) {
    this.#tally = tally
  }

  /**
   * Runs the work for an item, unless its root must be skipped. If the work is skipped or fails with `NotMoved`,
   * records the reason and returns undefined.
   */
  attempt<A, E, R>(
    root: string,
    work: Effect.Effect<A, E | NotMoved, R>
  ): Effect.Effect<A | undefined, E, R> {
    const known = this.#all ?? this.#roots.get(root)
    if (known !== undefined) {
      this.#tally.left(root, known)
      return Effect.succeed(undefined)
    }
    return Effect.catchIf(
      work as Effect.Effect<A | undefined, E | NotMoved, R>,
      (error): error is NotMoved => (error as { readonly _tag?: string })._tag === "NotMoved",
      ({ holdsFor, reason }) => {
        if (holdsFor === "root") this.#roots.set(root, reason)
        if (holdsFor === "all") this.#all = reason
        this.#tally.left(root, reason)
        return Effect.succeed(undefined)
      }
    ) as Effect.Effect<A | undefined, E, R>
  }
}
