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
 * A slot of a queue while this worker owns the slot. If the processor of the queue supports groups, the slot runs its
 * claims in groups. Otherwise, it runs them one at a time (see `Attempt` for the states of a claim). The slot writes
 * the results in batches, and ends when there are no more jobs to claim. If jobs are short, the slot claims the next
 * batch while the current batch runs.
 */
export class Slot<R> {
  readonly number: number
  readonly #queue: QueueRuntime<R>
  readonly #steps: SlotSteps<R>
  readonly #waiting: WaitingClaims
  /** The running attempts: one attempt, a group, or none between two jobs. */
  #current: ReadonlyArray<Attempt> = []
  readonly #commit = new RunningCommit<R>()
  /**
   * The jobs of a group whose commit phase failed. Each of these jobs runs alone, before the slot starts any other job.
   */
  readonly #suspects: Array<Attempt> = []
  /**
   * Ids of jobs that were canceled during their commit phase. If that phase fails, these jobs are canceled instead of
   * being run again.
   */
  readonly #cancelledLate = new Set<string>()
  /** The fiber that runs the jobs one after another. Interrupting the fiber interrupts the current job. */
  #runner: Fiber.RuntimeFiber<void> | undefined
  #interruption: { readonly kind: Interruption; readonly id?: string } | undefined

  constructor(queue: QueueRuntime<R>, first: ReadonlyArray<Claim>) {
    this.#queue = queue
    this.#steps = new SlotSteps(queue)
    this.#waiting = new WaitingClaims(first)
    this.number = first[0]!.slot
  }

  /** Ids of the running jobs that the database already lists as started. */
  get startedIds(): ReadonlyArray<string> {
    return this.#current.filter(({ isVisible }) => isVisible).map(({ claim }) => claim.id)
  }

  /** Runs until the slot is released. Fails with `SlotLost` if another worker took over the slot. */
  readonly run = Effect.scopedWith((scope) => Effect.raceFirst(this.#work(scope), this.#keepVisible))

  /**
   * Cancels the run if this slot has claimed it. A running job is interrupted, and the rest of its group is requeued. A
   * job that has not started yet is skipped later.
   */
  cancel(id: string): void {
    if (this.#runs(id)) this.#interrupt("cancel", id)
    else if (this.#commit.heldIds.includes(id)) this.#cancelledLate.add(id)
    else if (!this.#dropSuspect(id)) this.#waiting.cancel(id)
  }

  /** Interrupts the run if it is running, and requeues it and its group. The attempt does not count. */
  release(id: string): void {
    if (this.#runs(id)) this.#interrupt("release")
  }

  /** Interrupts and requeues the running jobs. The attempts do not count. */
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

  /** Records a slow job as started, so that users can see it, and writes the results of jobs that ended before it. */
  readonly #keepVisible = Effect.suspend(() => this.#steps.ifFree(() => this.#overdue())).pipe(
    Effect.repeat(Schedule.spaced(visibleAfterMillis)),
    Effect.zipRight(Effect.never)
  )

  #overdue(): StepRequest | undefined {
    const now = performance.now()
    const [current] = this.#current
    // Between two jobs, do not write the results here, because the next claim request also writes them. A request from
    // here would have no claims to keep, and would therefore release the slot.
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

  /** Runs many jobs in one fiber. In a prototype with one fiber per job, each job took 25 microseconds instead of 9. */
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
        // A job on probation may kill the worker, so its result is written before the next job starts. For all other
        // jobs, the commit phase overlaps with the next job.
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

  /**
   * Takes the next claim, or a group of claims. Skips canceled claims. On probation, takes only one claim, because the
   * job may kill the worker.
   */
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

  /**
   * Runs a group. Returns false if the group failed as a whole. Each of its jobs must then run alone to find the faulty
   * job.
   */
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

  /**
   * Starts the commit phase of `attempts`, which are the first of the running attempts, after the previous commit phase
   * has ended.
   */
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

  /**
   * Runs up to `count` claims. Continues with the remaining claims after `cancel`, `release` or `requeueRunning`
   * interrupted a job. Returns the number of started claims.
   */
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
          this.#queue.take = nextTake(this.#queue.take, this.#queue.millisPerJob, this.#queue.group?.most)
        }
        if (prefetch !== undefined) yield* Fiber.join(prefetch)
        // A prefetch that had to wait for its turn may have run after the last job and released the slot.
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
        // Some jobs may have ended after the last request was sent. Another request writes their results and then
        // releases the slot.
        while (!this.#hasWork && !this.#steps.isGivenBack) {
          yield* this.#commit.awaitEnd
          yield* this.#claimMore
        }
        if (!this.#hasWork) return
      }
    })
}
