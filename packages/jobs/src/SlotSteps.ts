import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { type Finished, toChange } from "./Finished.ts"
import type { QueueRuntime } from "./QueueRuntime.ts"
import { callStep, type Change, type Claim } from "./StepCall.ts"

/** If the database does not respond, a step is retried for about 20 seconds, because the lease lasts 30 seconds. */
const answerSchedule = Schedule.exponential("50 millis").pipe(
  Schedule.union(Schedule.spaced("2 seconds")),
  Schedule.upTo("20 seconds")
)

export interface StepRequest {
  readonly slot: number
  /**
   * The attempts that must be recorded as started. The step writes them together with the results of finished attempts.
   */
  readonly changes: ReadonlyArray<Change>
  /** Ids of all claims that the slot has not finished yet. */
  readonly held: ReadonlyArray<string>
  /** True if the slot released claims. All of its claims except `held` then become available again. */
  readonly shouldRequeue: boolean
  readonly take: number
}

/** Writes the finished attempts of one slot to the database, one step at a time. */
export class SlotSteps<R> {
  readonly #queue: QueueRuntime<R>
  readonly #lock = Effect.unsafeMakeSemaphore(1)
  #finished: Array<Finished> = []
  #steppedAt = performance.now()
  /** True if the last step wrote all results and found no job to claim. Another worker may then own the slot. */
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

  /** Runs a step once no other step is running. `makeRequest` is called only then, so the request is up to date. */
  readonly inTurn = (makeRequest: () => StepRequest) =>
    this.#lock.withPermits(1)(Effect.suspend(() => this.#step(makeRequest())))

  /** Runs a step, unless another step is running or `makeRequest` returns undefined. */
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
    // If the response of a step was lost, the step may have claimed jobs that this worker does not know about. Each
    // retry therefore sends the held claims, and the database requeues the others. The ages in `changes` were measured
    // at the first try, so a retry records slightly late times.
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
