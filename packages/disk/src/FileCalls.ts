import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** A dead network mount or a dying disk: the call is still under way and will perhaps never end. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{}> {
  override get message(): string {
    return "The file system does not answer"
  }
}

/** After so long a call of the file system counts as stuck. A sleeping disk needs up to 8 s to spin up. */
const limitSeconds = 10

interface Pending {
  readonly since: number
  readonly fail: (cause: unknown) => void
}

/**
 * Calls of the file system that cannot be cancelled, bounded in time and in number: each stuck one occupies a thread of
 * the pool, which all files of the process share, until the system gives it up. One timer serves all calls, since a timer
 * for each of a million `lstat`s costs more than they do.
 */
export class FileCalls {
  readonly #pending = new Set<Pending>()
  readonly #timer: NodeJS.Timeout
  #ticks = 0
  #stuck = 0
  #isClosed = false

  constructor() {
    this.#timer = setInterval(() => this.#tick(), 1_000)
    this.#timer.unref()
  }

  /** How many calls were given up. */
  get stuck(): number {
    return this.#stuck
  }

  /** The call's result, or `NoAnswer`; `late` gets a result that came after that, to release what it holds. */
  run<A>(call: Promise<A>, late?: (result: A) => void): Promise<A> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) reject(new NoAnswer())
      const pending: Pending = { since: this.#ticks, fail: reject }
      if (!this.#isClosed) this.#pending.add(pending)
      call.then(
        (result) => {
          if (this.#pending.delete(pending)) resolve(result)
          else late?.(result)
        },
        (cause: unknown) => {
          if (this.#pending.delete(pending)) reject(cause)
        }
      )
    })
  }

  /** Gives up what is under way. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const pending of [...this.#pending]) this.#giveUp(pending)
  }

  #tick(): void {
    this.#ticks += 1
    for (const pending of this.#pending) {
      // In the order of their start.
      if (this.#ticks - pending.since <= limitSeconds) break
      this.#stuck += 1
      this.#giveUp(pending)
    }
  }

  #giveUp(pending: Pending): void {
    this.#pending.delete(pending)
    pending.fail(new NoAnswer())
  }
}

/** One call of the file system as an effect: interrupted at once, given up after ten seconds, other failures as they are. */
export const fileCall = <A>(call: () => Promise<A>): Effect.Effect<A, NoAnswer | NodeJS.ErrnoException> =>
  Effect.tryPromise({ try: call, catch: (cause) => cause as NodeJS.ErrnoException }).pipe(
    Effect.timeoutFail({ duration: `${limitSeconds} seconds`, onTimeout: () => new NoAnswer() })
  )
