import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Pool } from "pg"
import type { JobError } from "./Failures.ts"
import { toJsonText } from "./JsonText.ts"
import { codeOf, isStatementFault } from "./StatementFault.ts"

/** A job this worker holds, as it was when claimed. */
export interface Claim {
  readonly slot: number
  readonly id: string
  readonly rev: number
  /** Attempts made before this one. */
  readonly attempts: number
  readonly maxAttempts: number
  /** A worker died in this queue lately: run it alone and settle it before the next. */
  readonly isOnProbation: boolean
  readonly payload: unknown
  readonly dedupeKey: string | null
  readonly targetType: string
  readonly targetId: string
  readonly targetLabel: string
  readonly triggeredBy: string
  readonly batchId: string | null
}

/** States as the database numbers them; `dropped` only gives the claim up. */
export const State = { dropped: -1, queued: 0, started: 1, completed: 2, failed: 3, exhausted: 4 } as const
export type State = (typeof State)[keyof typeof State]

/** A transition to write. `rev` is the new revision; ages in milliseconds before now, `retryIn` in seconds. */
export interface Change {
  readonly id: string
  readonly rev: number
  readonly state: State
  readonly attempts: number
  readonly startedAgo?: number | undefined
  readonly endedAgo?: number | undefined
  readonly retryIn?: number | undefined
  readonly error?: JobError | undefined
  readonly result?: unknown
  /** The dedupe key, by which the database orders its row locks. */
  readonly key?: string | undefined
}

/** The slot is another worker's now: nothing of this one may be written any more. */
export class SlotLost extends Data.TaggedError("SlotLost")<{
  readonly queue: string
  readonly slot: number
}> {}

/** The database did not answer, or not surely; the same step may be tried again with `holding` given. */
export class StepUnanswered extends Data.TaggedError("StepUnanswered")<{ readonly cause: unknown }> {
  override get message() {
    return `The database did not answer: ${this.cause instanceof Error ? this.cause.message : String(this.cause)}`
  }
}

export interface StepInput {
  readonly queueId: number
  readonly queueName: string
  /** Null takes a free slot. */
  readonly slot: number | null
  readonly workerId: string
  readonly workerKey: number
  readonly changes: ReadonlyArray<Change>
  /** Null, or the only claims this worker still knows of. */
  readonly holding: ReadonlyArray<string> | null
  readonly take: number
}

const text = `select slot, id, rev, attempts, max_attempts, is_on_probation, payload, dedupe_key, target_type, target_id,
  target_label, triggered_by, batch_id from jobs_step($1, $2, $3, $4, $5::jsonb, $6::uuid[], $7)`

type Row = [
  number,
  string,
  number,
  number,
  number,
  boolean,
  unknown,
  string | null,
  string,
  string,
  string,
  string,
  string | null
]

// The rows come from our own composite type and are by far the hottest read (the worker spends 9 microseconds a
// no-op job in all), so they are taken as they are instead of being decoded with a Schema.
const toClaim = (row: Row): Claim => ({
  slot: row[0],
  id: row[1],
  rev: row[2],
  attempts: row[3],
  maxAttempts: row[4],
  isOnProbation: row[5],
  payload: row[6],
  dedupeKey: row[7],
  targetType: row[8],
  targetId: row[9],
  targetLabel: row[10],
  triggeredBy: row[11],
  batchId: row[12]
})

/** One round trip and one commit: settle, mark started, claim, renew the lease. Dies on a fault of our own. */
export const callStep = (pool: Pool, input: StepInput) =>
  Effect.tryPromise({
    try: () =>
      pool.query<Row>({
        name: "jobs_step",
        text,
        rowMode: "array",
        values: [
          input.queueId,
          input.slot,
          input.workerId,
          input.workerKey,
          input.changes.length === 0 ? null : toJsonText(input.changes),
          input.holding,
          input.take
        ]
      }),
    catch: (cause) => {
      const code = codeOf(cause)
      if (code === "JB002") return new SlotLost({ queue: input.queueName, slot: input.slot ?? -1 })
      return isStatementFault(code)
        ? { _tag: "StatementFault" as const, cause }
        : new StepUnanswered({ cause })
    }
  }).pipe(
    Effect.catchTag("StatementFault", (fault) => Effect.die(fault.cause)),
    Effect.map((answer) => answer.rows.map(toClaim))
  )
