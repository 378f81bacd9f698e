import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { type Finished, toChange } from "./Finished.ts"
import type { QueueRuntime } from "./QueueRuntime.ts"
import { callStep, type Change, type Claim } from "./StepCall.ts"

/** A step that the database does not answer is tried again for about this long; the lease is 30 seconds. */
const answerSchedule = Schedule.exponential("50 millis").pipe(
  Schedule.union(Schedule.spaced("2 seconds")),
  Schedule.upTo("20 seconds")
)

export interface StepRequest {
  readonly slot: number
  /** What goes before the finished attempts: a job that has become visible. */
  readonly changes: ReadonlyArray<Change>
  /** Every claim the slot has not finished. */
  readonly held: ReadonlyArray<string>
  /** Claims were released: all but the held ones are free again. */
  readonly shouldRequeue: boolean
  readonly take: number
}

/** The finished attempts of one slot on their way into the database. One step at a time. */
export class SlotSteps<R> {
  readonly #queue: QueueRuntime<R>
  readonly #lock = Effect.unsafeMakeSemaphore(1)
  #finished: Array<Finished> = []
  #steppedAt = performance.now()
  /** The last step settled everything and found nothing to claim: the slot is another's now. */
  isGivenBack = false

  constructor(queue: QueueRuntime<R>) {
    this.#queue = queue
  }

  add(finished: Finished): void {
    this.#finished.push(finished)
    this.#queue.onEnded(finished.claim.id)
  }

  isOverdue(now: number, millis: number): boolean {
    return this.#finished.length > 0 && now - this.#steppedAt > millis
  }

  /** After the step under way, if there is one. `makeRequest` is called when it is this one's turn. */
  readonly inTurn = (makeRequest: () => StepRequest) =>
    this.#lock.withPermits(1)(Effect.suspend(() => this.#step(makeRequest())))

  /** Not at all while a step is under way, nor when `makeRequest` has nothing to write. */
  readonly ifFree = (makeRequest: () => StepRequest | undefined) =>
    this.#lock
      .withPermitsIfAvailable(1)(
        Effect.suspend(() => {
          const request = makeRequest()
          return request === undefined ? Effect.void : this.#step(request)
        })
      )
      .pipe(Effect.asVoid)

  #step({ changes: own, held, shouldRequeue, slot, take }: StepRequest) {
    const now = performance.now()
    const changes = [...this.#finished.map((finished) => toChange(finished, now)), ...own]
    this.#finished = []
    this.#steppedAt = now
    if (changes.length > 0) this.#queue.onWritten()
    const call = (holding: ReadonlyArray<string> | null) =>
      callStep(this.#queue.pool, {
        queueId: this.#queue.id,
        queueName: this.#queue.name,
        slot,
        workerId: this.#queue.workerId,
        workerKey: this.#queue.workerKey,
        changes,
        holding,
        take
      })
    // The answer to a lost step may have claimed jobs this worker does not know of: from then on send what it holds. The
    // ages in `changes` were taken at the first try, so a retried one is dated a little late.
    return call(shouldRequeue ? held : null).pipe(
      Effect.catchTag("StepUnanswered", () =>
        Effect.retry(call(held), {
          schedule: answerSchedule,
          while: (error) => error._tag === "StepUnanswered"
        })
      ),
      Effect.tap((claims: ReadonlyArray<Claim>) => {
        this.isGivenBack = held.length === 0 && claims.length === 0
      })
    )
  }
}
