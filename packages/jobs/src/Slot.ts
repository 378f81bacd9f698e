import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { Attempt, dropClaim, type Interruption, visibleAfterMillis } from "./Attempt.ts"
import { nextTake, prefetchBelowMillis } from "./BatchSize.ts"
import type { Finished } from "./Finished.ts"
import { CommitPhase } from "./CommitPhase.ts"
import { outcomeOf } from "./Outcome.ts"
import type { QueueRuntime } from "./QueueRuntime.ts"
import { letOthersGoFirst, RunningCommit } from "./RunningCommit.ts"
import { SlotSteps, type StepRequest } from "./SlotSteps.ts"
import type { Claim } from "./StepCall.ts"
import { WaitingClaims } from "./WaitingClaims.ts"

/**
 * One slot of a queue while this worker owns it. Runs its claims one at a time (see `Attempt` for their states), or in
 * groups if the queue's processor supports them, settles them together, and ends when there is nothing left to claim.
 * For short jobs, it claims the next batch while this one runs.
 */
export class Slot<R> {
  readonly number: number
  readonly #queue: QueueRuntime<R>
  readonly #steps: SlotSteps<R>
  readonly #waiting: WaitingClaims
  /** The running attempts: one, a group, or none between two jobs. */
  #current: ReadonlyArray<Attempt> = []
  readonly #commit = new RunningCommit<R>()
  /** The jobs of a group whose commit phase failed. Each runs alone, before anything else. */
  readonly #suspects: Array<Attempt> = []
  /** Ids of attempts that were cancelled during their commit phase. They end as cancelled. */
  readonly #cancelledLate = new Set<string>()
  /** Runs jobs one after another; interrupting it interrupts the current one. */
  #runner: Fiber.RuntimeFiber<void> | undefined
  #interruption: { readonly kind: Interruption; readonly id?: string } | undefined

  constructor(queue: QueueRuntime<R>, first: ReadonlyArray<Claim>) {
    this.#queue = queue
    this.#steps = new SlotSteps(queue)
    this.#waiting = new WaitingClaims(first)
    this.number = first[0]!.slot
  }

  /** Ids of the runs whose rows have the state started. */
  get startedIds(): ReadonlyArray<string> {
    return this.#current.filter(({ isVisible }) => isVisible).map(({ claim }) => claim.id)
  }

  /** Runs until the slot is released. Fails with `SlotLost` if another worker took it over. */
  readonly run = Effect.scopedWith((scope) => Effect.raceFirst(this.#work(scope), this.#keepVisible))

  /**
   * Stops the run if this slot has it: interrupts a running one (and requeues the rest of its group), and skips a
   * waiting one.
   */
  cancel(id: string): void {
    if (this.#runs(id)) this.#interrupt("cancel", id)
    else if (this.#commit.heldIds.includes(id)) this.#cancelledLate.add(id)
    else if (!this.#dropSuspect(id)) this.#waiting.cancel(id)
  }

  /** Interrupts the run if it is running, so that it and its group are requeued without counting the attempt. */
  release(id: string): void {
    if (this.#runs(id)) this.#interrupt("release")
  }

  /** Interrupts the running jobs so that they are requeued without counting the attempt. */
  requeueRunning(): void {
    if (this.#current.length > 0) this.#interrupt("release")
  }

  get #hasWork(): boolean {
    return this.#waiting.count > 0 || this.#suspects.length > 0
  }

  #dropSuspect(id: string): boolean {
    const at = this.#suspects.findIndex(({ claim }) => claim.id === id)
    if (at < 0) return false
    for (const attempt of this.#suspects.splice(at, 1)) this.#steps.add(attempt.interrupt("cancel"))
    return true
  }

  #runs(id: string): boolean {
    return this.#current.some(({ claim }) => claim.id === id)
  }

  #interrupt(kind: Interruption, id?: string): void {
    this.#interruption = id === undefined ? { kind } : { kind, id }
    this.#runner?.unsafeInterruptAsFork(this.#runner.id())
  }

  #request(take: number, extra: Partial<StepRequest> = {}): StepRequest {
    const running = [...this.#current, ...this.#suspects].map(({ claim }) => claim.id)
    const held = [...this.#commit.heldIds, ...running, ...this.#waiting.ids]
    return { slot: this.number, changes: [], held, shouldRequeue: false, take, ...extra }
  }

  /** Shows a slow job as started. Jobs that ended before it are written without waiting for it. */
  readonly #keepVisible = Effect.suspend(() => this.#steps.ifFree(() => this.#overdue())).pipe(
    Effect.repeat(Schedule.spaced(visibleAfterMillis)),
    Effect.zipRight(Effect.never)
  )

  #overdue(): StepRequest | undefined {
    const now = performance.now()
    const [current] = this.#current
    // In this state the finished jobs are written with the next claim; writing them here would release the slot.
    if (current === undefined && !this.#commit.isRunning) return undefined
    if (current === undefined || !current.isLong(now, this.#current.length)) {
      return this.#steps.isOverdue(now, visibleAfterMillis) ? this.#request(0) : undefined
    }
    const shouldRequeue = this.#waiting.release()
    if (shouldRequeue) this.#queue.onRelease()
    const hidden = this.#current.filter(({ isVisible }) => !isVisible)
    if (hidden.length > 0) {
      return this.#request(0, { changes: hidden.map((attempt) => attempt.becomeVisible(now)), shouldRequeue })
    }
    const hasNews = shouldRequeue || this.#steps.isOverdue(now, visibleAfterMillis)
    return hasNews ? this.#request(0, { shouldRequeue }) : undefined
  }

  readonly #claimMore = Effect.suspend(() =>
    Effect.map(
      this.#steps.inTurn(() => this.#request(this.#queue.take)),
      (claims) => this.#waiting.add(claims)
    )
  )

  /** One fiber for many jobs: in the prototype, a fiber per job cost 25 instead of 9 microseconds per job. */
  readonly #runJobs = (batch: { left: number }, scope: Scope.Scope) =>
    Effect.gen(this, function* () {
      for (;;) {
        if (this.#current.length === 0) {
          if (this.#queue.isStopping()) return
          this.#current = this.#suspects.splice(0)
        }
        if (this.#current.length === 0) {
          if (batch.left === 0) return
          const claims = this.#takeNext(batch)
          if (claims.length === 0) return
          this.#current = claims.map((claim) => new Attempt(claim))
          if (claims.length > 1 && (yield* this.#runGroup(claims, scope))) continue
        }
        const attempt = this.#current[0]!
        const { claim } = attempt
        const exit = yield* Effect.exit(this.#queue.runJob(claim))
        const last = Exit.isSuccess(exit) && exit.value instanceof CommitPhase ? exit.value : undefined
        // A job that may kill the worker is settled before the next one starts.
        if (last !== undefined && !claim.isOnProbation) {
          yield* this.#beginCommit(
            [attempt],
            Effect.map(Effect.exit(last.effect), (end) => [end]),
            scope
          )
          continue
        }
        const end = last === undefined ? exit : yield* Effect.exit(last.effect)
        this.#endFirst(attempt.end(yield* outcomeOf(claim, end)))
      }
    })

  /** The next claim, or a group. Drops cancelled claims; a job that may kill the worker runs alone. */
  #takeNext(batch: { left: number }): ReadonlyArray<Claim> {
    const claims: Array<Claim> = []
    const most = this.#waiting.isOnProbation ? 1 : (this.#queue.group?.most ?? 1)
    while (claims.length < most && batch.left > 0) {
      const next = this.#waiting.take()
      if (next === undefined) break
      batch.left -= 1
      if (next.isCancelled) this.#steps.add(dropClaim(next.claim))
      else claims.push(next.claim)
    }
    return claims
  }

  #endFirst(finished: Finished): void {
    this.#steps.add(finished)
    this.#current = this.#current.slice(1)
  }

  /** Returns false if the group failed as a whole: each of its jobs must then run alone to find the faulty one. */
  readonly #runGroup = (claims: ReadonlyArray<Claim>, scope: Scope.Scope) =>
    Effect.gen(this, function* () {
      const exit = yield* Effect.exit(this.#queue.group!.run(claims))
      if (Exit.isFailure(exit)) return false
      if (exit.value instanceof CommitPhase) {
        yield* this.#beginCommit(this.#current, exit.value.effect, scope)
        return true
      }
      for (const [at, claim] of claims.entries())
        this.#endFirst(this.#current[0]!.end(yield* outcomeOf(claim, exit.value[at]!)))
      return true
    })

  /** Starts the commit phase of the first running attempts, after the previous commit phase has ended. */
  readonly #beginCommit = (
    attempts: ReadonlyArray<Attempt>,
    ends: Effect.Effect<ReadonlyArray<Exit.Exit<Json, unknown>>, unknown, R>,
    scope: Scope.Scope
  ) =>
    Effect.zipRight(
      this.#commit.awaitEnd,
      this.#commit.begin(attempts, ends, scope, {
        onBegun: () => (this.#current = this.#current.slice(attempts.length)),
        onEnded: (finished) => {
          this.#cancelledLate.delete(finished.claim.id)
          this.#steps.add(finished)
        },
        onFailed: (failed) => {
          for (const attempt of failed)
            if (this.#cancelledLate.delete(attempt.claim.id)) this.#steps.add(attempt.interrupt("cancel"))
            else this.#suspects.push(attempt)
        }
      })
    )

  /** Runs this many claims and continues after one that was interrupted from outside. Returns how many were started. */
  readonly #runBatch = (count: number, scope: Scope.Scope) =>
    Effect.gen(this, function* () {
      const batch = { left: count }
      while (
        (this.#suspects.length > 0 || (batch.left > 0 && this.#waiting.count > 0)) &&
        !this.#queue.isStopping()
      ) {
        this.#interruption = undefined
        this.#runner = yield* Effect.fork(this.#runJobs(batch, scope))
        const exit = yield* Fiber.await(this.#runner)
        if (Exit.isSuccess(exit)) continue
        if (this.#interruption === undefined) return yield* Effect.failCause(exit.cause)
        const { id, kind } = this.#interruption
        for (const attempt of this.#current)
          this.#steps.add(attempt.interrupt(id === undefined || id === attempt.claim.id ? kind : "release"))
        this.#current = []
      }
      return count - batch.left
    })

  readonly #work = (scope: Scope.Scope) =>
    Effect.gen(this, function* () {
      for (;;) {
        const count = this.#waiting.count
        const startedAt = performance.now()
        const isPrefetching =
          this.#queue.millisPerJob < prefetchBelowMillis &&
          !this.#waiting.isOnProbation &&
          !this.#queue.isStopping()
        const prefetch = isPrefetching ? yield* Effect.fork(this.#claimMore) : undefined
        if (prefetch !== undefined) yield* letOthersGoFirst
        const begun = yield* this.#runBatch(count, scope)
        if (begun > 0) {
          this.#queue.millisPerJob = (performance.now() - startedAt) / begun
          this.#queue.take = nextTake(this.#queue.take, this.#queue.millisPerJob)
        }
        if (prefetch !== undefined) yield* Fiber.join(prefetch)
        // A prefetch that had to wait for its turn may have arrived after the last job.
        if (this.#steps.isGivenBack) return
        if (this.#queue.isStopping()) {
          yield* this.#commit.awaitEnd
          this.#waiting.release()
          for (const attempt of this.#suspects.splice(0)) this.#steps.add(attempt.interrupt("release"))
          yield* this.#steps.inTurn(() => this.#request(0, { shouldRequeue: true }))
          return
        }
        if (this.#hasWork) continue
        yield* this.#claimMore
        // Jobs that ended since the request are written by the next one, which releases the slot.
        while (!this.#hasWork && !this.#steps.isGivenBack) {
          yield* this.#commit.awaitEnd
          yield* this.#claimMore
        }
        if (!this.#hasWork) return
      }
    })
}
