import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { Json } from "@media/kernel/Json"
import { nextTake, prefetchBelowMillis } from "./BatchSize.ts"
import { type Finished, toChange } from "./Finished.ts"
import { type Outcome, outcomeOf } from "./Outcome.ts"
import { Finishing, type Prepared } from "./Processor.ts"
import type { QueueRuntime } from "./QueueRuntime.ts"
import { callStep, type Claim, State } from "./StepCall.ts"

interface Current {
  readonly claim: Claim
  readonly startedAt: number
  isMarked: boolean
}

interface Ending {
  readonly claim: Claim
  readonly fiber: Fiber.RuntimeFiber<void>
}

/** A job running longer becomes visible as started, and the jobs claimed behind it are released. */
const visibleAfterMillis = 50
/** A step that the database does not answer is tried again for about this long; the lease is 30 seconds. */
const answerSchedule = Schedule.exponential("50 millis").pipe(
  Schedule.union(Schedule.spaced("2 seconds")),
  Schedule.upTo("20 seconds")
)

/** Until what is ready now has begun: a query gone out, the next job's tool started. */
const letOthersGoFirst = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/**
 * One slot of a queue while this worker owns it: runs batches of claims one job at a time, settles them
 * together, and ends when there is nothing left to claim. For short jobs the next batch is claimed while
 * this one runs.
 */
export class Slot<R> {
  readonly number: number
  readonly #queue: QueueRuntime<R>
  readonly #lock = Effect.unsafeMakeSemaphore(1)
  /** What the slot runs lives here, for as long as `run`. */
  #scope!: Scope.Scope
  readonly #skipped = new Set<string>()
  #batch: Array<Claim>
  #next: Array<Claim> = []
  #index = 0
  #finished: Array<Finished> = []
  #current: Current | undefined
  /** The job before the current one, when it still has its last part to do. */
  #ending: Ending | undefined
  /** The job behind the current one, when it is being prepared. */
  #ahead: { readonly claim: Claim; readonly prepared: Prepared } | undefined
  #fiber: Fiber.RuntimeFiber<void> | undefined
  #interruptedFor: "cancel" | "drain" | undefined
  #flushedAt = performance.now()
  /** The database freed the slot: the last step settled everything and found nothing to claim. */
  #isGivenBack = false

  constructor(queue: QueueRuntime<R>, first: ReadonlyArray<Claim>) {
    this.#queue = queue
    this.#batch = [...first]
    this.number = first[0]!.slot
  }

  /** The run whose row says started, or undefined. */
  get startedId(): string | undefined {
    return this.#current?.isMarked === true ? this.#current.claim.id : undefined
  }

  /** Runs until the slot is given back. Fails with `SlotLost` when another worker took it over. */
  readonly run = Effect.scopedWith((scope) => {
    this.#scope = scope
    return Effect.raceFirst(this.#work, this.#tick)
  })

  /** Stops the run if it is here: interrupts it when running, skips it when still ahead. */
  cancel(id: string): void {
    if (this.#current?.claim.id === id) this.#interrupt("cancel")
    else if (this.#batch.some((claim) => claim.id === id) || this.#next.some((claim) => claim.id === id)) {
      this.#skipped.add(id)
    }
  }

  /** Interrupts the run if it is the running one, so that it is requeued, its attempt not counted. */
  release(id: string): void {
    if (this.#current?.claim.id === id) this.#interrupt("drain")
  }

  /** Interrupts the running job so that it is requeued, its attempt not counted. */
  requeueRunning(): void {
    if (this.#current !== undefined) this.#interrupt("drain")
  }

  #interrupt(reason: "cancel" | "drain"): void {
    this.#interruptedFor = reason
    this.#fiber?.unsafeInterruptAsFork(this.#fiber.id())
  }

  readonly #tick = Effect.suspend(() => this.#makeVisible()).pipe(
    Effect.repeat(Schedule.spaced(visibleAfterMillis)),
    Effect.zipRight(Effect.never)
  )

  #makeVisible() {
    const isDue = () => {
      const now = performance.now()
      const current = this.#current
      // Nothing is on its way: what is finished goes with the next claim, and would give the slot back here.
      if (current === undefined && this.#ending === undefined) return false
      const needsMark =
        current !== undefined && !current.isMarked && now - current.startedAt > visibleAfterMillis
      return needsMark || (this.#finished.length > 0 && now - this.#flushedAt > visibleAfterMillis)
    }
    if (!isDue()) return Effect.void
    const flush = Effect.suspend(() => {
      if (!isDue()) return Effect.void
      const current = this.#current
      if (current === undefined || performance.now() - current.startedAt <= visibleAfterMillis) {
        return this.#exchange(0)
      }
      const isTrimming = this.#batch.length > this.#index + 1 || this.#next.length > 0
      this.#batch.length = this.#index + 1
      this.#next = []
      if (isTrimming) this.#queue.onRelease()
      return this.#exchange(0, isTrimming)
    })
    return Effect.asVoid(this.#lock.withPermitsIfAvailable(1)(flush))
  }

  /** One step. To be called with the lock held; new claims are returned, not stored. */
  #exchange(take: number, isTrimming = false) {
    const now = performance.now()
    const changes = this.#finished.map((finished) => toChange(finished, now))
    this.#finished = []
    this.#flushedAt = now
    const current = this.#current
    if (current !== undefined && !current.isMarked && now - current.startedAt > visibleAfterMillis) {
      current.isMarked = true
      const { attempts, dedupeKey, id, rev } = current.claim
      const startedAgo = now - current.startedAt
      changes.push({
        id,
        rev: rev + 1,
        state: State.started,
        attempts: attempts + 1,
        startedAgo,
        key: dedupeKey ?? undefined
      })
    }
    if (changes.length > 0) this.#queue.onWritten()
    const known = () => {
      const ending = this.#ending === undefined ? [] : [this.#ending.claim]
      return [...ending, ...this.#batch.slice(this.#index), ...this.#next].map((claim) => claim.id)
    }
    const step = (holding: ReadonlyArray<string> | null) =>
      callStep(this.#queue.pool, {
        queueId: this.#queue.id,
        queueName: this.#queue.name,
        slot: this.number,
        workerId: this.#queue.workerId,
        workerKey: this.#queue.workerKey,
        changes,
        holding,
        take
      })
    const held = known()
    // The answer to a lost step may have claimed jobs this worker does not know of: from then on send what it holds. The
    // ages in `changes` were taken at the first try, so a retried one is dated a little late.
    return step(isTrimming ? held : null).pipe(
      Effect.catchTag("StepUnanswered", () =>
        Effect.retry(step(held), {
          schedule: answerSchedule,
          while: (error) => error._tag === "StepUnanswered"
        })
      ),
      Effect.tap((claims) => {
        this.#isGivenBack = held.length === 0 && claims.length === 0
      })
    )
  }

  readonly #prefetch = (take: number) =>
    this.#lock.withPermits(1)(
      Effect.suspend(() => Effect.map(this.#exchange(take), (claims) => void this.#next.push(...claims)))
    )

  /** Runs the claims from `#index` on, one after the other, in one fiber: a fork per job cost the prototype 25 instead of 9 microseconds. */
  readonly #runBatch = Effect.gen(this, function* () {
    while (this.#index < this.#batch.length && !this.#queue.isStopping()) {
      const claim = this.#batch[this.#index]!
      if (this.#skipped.size > 0 && this.#skipped.delete(claim.id)) {
        this.#finished.push({ claim, state: State.dropped, rev: claim.rev, attempts: claim.attempts })
        this.#index += 1
        continue
      }
      const current: Current = { claim, startedAt: performance.now(), isMarked: false }
      this.#current = current
      const prepared = this.#ahead?.claim === claim ? this.#ahead.prepared : undefined
      yield* this.#lookAhead
      const exit = yield* Effect.exit(this.#queue.runJob(claim, prepared))
      const last = Exit.isSuccess(exit) && exit.value instanceof Finishing ? exit.value.effect : undefined
      // A job that may kill the worker is settled before the next one begins.
      if (last !== undefined && !claim.isOnProbation) {
        yield* this.#ended
        yield* this.#handOver(current, last)
        continue
      }
      const end = last === undefined ? exit : yield* Effect.exit(last)
      this.#finish(current, yield* outcomeOf(claim, end))
      this.#current = undefined
      this.#index += 1
    }
  })

  /** Prepares the job behind the current one, once that is on its way. */
  readonly #lookAhead = Effect.suspend(() => {
    this.#ahead = undefined
    const { prepareJob } = this.#queue
    const claim = this.#batch[this.#index + 1] ?? this.#next[0]
    if (prepareJob === undefined || claim === undefined || claim.isOnProbation) return Effect.void
    return Effect.map(
      Effect.forkIn(Effect.zipRight(letOthersGoFirst, prepareJob(claim)), this.#scope),
      (fiber) => void (this.#ahead = { claim, prepared: Fiber.join(fiber) })
    )
  })

  /** From here on the job is no longer the current one: interrupting that leaves it alone. */
  #handOver(current: Current, last: Effect.Effect<Json, unknown, R>) {
    const end = Effect.exit(Effect.zipRight(letOthersGoFirst, last)).pipe(
      Effect.flatMap((exit) => outcomeOf(current.claim, exit)),
      Effect.map((outcome) => {
        this.#finish(current, outcome)
        this.#ending = undefined
      })
    )
    return Effect.uninterruptible(
      Effect.map(Effect.forkIn(Effect.interruptible(end), this.#scope), (fiber) => {
        this.#ending = { claim: current.claim, fiber }
        this.#current = undefined
        this.#index += 1
      })
    )
  }

  /** Waits for the last part of the job before. */
  readonly #ended = Effect.suspend(() => {
    const ending = this.#ending
    return ending === undefined ? Effect.void : Fiber.join(ending.fiber)
  })

  #finish(current: Current, outcome: Outcome): void {
    const { claim, isMarked, startedAt } = current
    this.#finished.push({
      claim,
      state: outcome.state,
      rev: claim.rev + (isMarked ? 2 : 1),
      attempts: claim.attempts + 1,
      startedAt,
      endedAt: performance.now(),
      result: outcome.result,
      error: outcome.error,
      retryIn: outcome.retryIn
    })
    this.#queue.onEnded(claim.id)
  }

  /** The batch fiber was interrupted from outside: a cancelled run is already written, a drained one goes back. */
  #finishInterrupted(): void {
    const current = this.#current
    if (current === undefined) return
    const { claim, isMarked } = current
    const isGoingBack = this.#interruptedFor === "drain" && isMarked
    this.#finished.push({
      claim,
      state: isGoingBack ? State.queued : State.dropped,
      rev: claim.rev + (isMarked ? 2 : 1),
      attempts: claim.attempts
    })
    this.#queue.onEnded(claim.id)
    this.#current = undefined
    this.#index += 1
  }

  readonly #work = Effect.gen(this, function* () {
    for (;;) {
      this.#index = 0
      const startedAt = performance.now()
      const isPrefetching =
        this.#queue.millisPerJob < prefetchBelowMillis && !this.#batch.some((claim) => claim.isOnProbation)
      const ahead =
        isPrefetching && !this.#queue.isStopping()
          ? yield* Effect.fork(this.#prefetch(this.#queue.take))
          : undefined
      // Lets the query out first: a batch of synchronous jobs would keep it in this process until it is done.
      if (ahead !== undefined) yield* letOthersGoFirst
      while (this.#index < this.#batch.length && !this.#queue.isStopping()) {
        this.#interruptedFor = undefined
        this.#fiber = yield* Effect.fork(this.#runBatch)
        const exit = yield* Fiber.await(this.#fiber)
        if (Exit.isFailure(exit)) {
          if (this.#interruptedFor === undefined) return yield* Effect.failCause(exit.cause)
          this.#finishInterrupted()
        }
      }
      if (this.#index > 0) {
        this.#queue.millisPerJob = (performance.now() - startedAt) / this.#index
        this.#queue.take = nextTake(this.#queue.take, this.#queue.millisPerJob)
      }
      if (ahead !== undefined) yield* Fiber.join(ahead)
      // A look ahead that had to wait for its turn may have come after the last job.
      if (this.#isGivenBack) return
      if (this.#queue.isStopping()) {
        yield* this.#ended
        this.#batch = []
        this.#next = []
        yield* this.#lock.withPermits(1)(Effect.suspend(() => this.#exchange(0, true)))
        return
      }
      if (this.#next.length > 0) {
        this.#batch = this.#next
        this.#next = []
        continue
      }
      this.#batch = []
      this.#index = 0
      const claimNext = this.#lock.withPermits(1)(Effect.suspend(() => this.#exchange(this.#queue.take)))
      this.#batch = [...(yield* claimNext)]
      // The slot is given back with its last claim, so what ended since the question is not written yet.
      while (this.#batch.length === 0 && (this.#ending !== undefined || this.#finished.length > 0)) {
        yield* this.#ended
        this.#batch = [...(yield* claimNext)]
      }
      if (this.#batch.length === 0) return
    }
  })
}
