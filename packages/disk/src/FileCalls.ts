import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/**
 * A file system call did not return in time, because the network mount or disk does not respond. The call is still
 * running and may never end.
 */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{}> {
  override get message(): string {
    return "The file system does not respond"
  }
}

/** Time in seconds after which a file system call counts as stuck. A sleeping disk needs up to 8 s to spin up. */
const limitSeconds = 10

interface Pending {
  readonly since: number
  readonly fail: (cause: unknown) => void
}

/**
 * Limits the time of file system calls and counts the stuck calls. A stuck call cannot be canceled: it occupies a
 * thread until the operating system gives up. All file access of the process uses the same thread pool. A single timer
 * serves all calls, because a timer for each of a million `lstat` calls would take more time than the calls themselves.
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

  /** Number of calls that have timed out. */
  get stuck(): number {
    return this.#stuck
  }

  /**
   * Returns the result of the call, or rejects with `NoAnswer` if it takes too long. `late` is called with a result
   * that arrives after the rejection, so that it can be closed.
   */
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

  /** Rejects all pending calls and all later calls with `NoAnswer`. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const pending of [...this.#pending]) this.#giveUp(pending)
  }

  #tick(): void {
    this.#ticks += 1
    for (const pending of this.#pending) {
      // Stop at the first call that is not overdue. The set is in the order in which the calls started.
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

/**
 * Runs a single file system call as an effect that can be interrupted. Fails with `NoAnswer` after ten seconds, or with
 * the error of the call.
 */
export const fileCall = <A>(call: () => Promise<A>): Effect.Effect<A, NoAnswer | NodeJS.ErrnoException> =>
  Effect.tryPromise({ try: call, catch: (cause) => cause as NodeJS.ErrnoException }).pipe(
    Effect.timeoutFail({ duration: `${limitSeconds} seconds`, onTimeout: () => new NoAnswer() })
  )
