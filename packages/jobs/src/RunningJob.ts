import * as Effect from "effect/Effect"
import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { enqueue } from "./Enqueue.ts"
import { RetryableFailure } from "./Failures.ts"
import type { JobContext, Progress } from "./JobContext.ts"
import type { LogBook } from "./LogBook.ts"
import type { ProgressBoard } from "./ProgressBoard.ts"
import type { QueueName } from "./QueueDef.ts"
import type { Claim } from "./StepCall.ts"

export interface ContextSources {
  readonly board: ProgressBoard
  readonly book: LogBook
  /** The parent folder of scratch directories. */
  readonly scratchRoot: string
}

const scratchDir = (root: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => mkdtemp(join(root, "job-")),
      catch: (cause) =>
        new RetryableFailure({ message: "The scratch directory could not be created", detail: String(cause) })
    }),
    (path) => Effect.ignoreLogged(Effect.tryPromise(() => rm(path, { recursive: true, force: true })))
  )

/**
 * The `JobContext` of one claim. The values are getters, so that a short job does not pay for values that it does not
 * read.
 */
export class RunningJob implements JobContext {
  readonly queue: QueueName
  readonly #claim: Claim
  readonly #sources: ContextSources

  constructor(queue: QueueName, claim: Claim, sources: ContextSources) {
    this.queue = queue
    this.#claim = claim
    this.#sources = sources
  }

  get jobRunId() {
    return this.#claim.id
  }
  get attempt() {
    return this.#claim.attempts + 1
  }
  get maxAttempts() {
    return this.#claim.maxAttempts
  }
  get target() {
    const { targetId, targetLabel, targetType } = this.#claim
    return { type: targetType, id: targetId, label: targetLabel }
  }
  get triggeredBy() {
    return this.#claim.triggeredBy
  }
  get batchId() {
    return this.#claim.batchId ?? undefined
  }
  get scratchDir() {
    return scratchDir(this.#sources.scratchRoot)
  }

  readonly progress = (progress: Progress) =>
    Effect.sync(() => this.#sources.board.set(this.#claim.id, progress))

  readonly log: JobContext["log"] = (level, text) => this.#line(level, text)

  readonly command = (text: string) => this.#line("command", text)

  readonly enqueue: JobContext["enqueue"] = (items) =>
    enqueue(
      items.map((item) => ({
        triggeredBy: this.queue,
        ...(this.#claim.batchId === null ? {} : { batchId: this.#claim.batchId }),
        ...item,
        parentJobRunId: this.#claim.id
      }))
    )

  #line(level: Parameters<LogBook["add"]>[0]["level"], text: string) {
    return Effect.sync(() =>
      this.#sources.book.add({ id: this.#claim.id, attempt: this.attempt, level, text })
    )
  }
}
