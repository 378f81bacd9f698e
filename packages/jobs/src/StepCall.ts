import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Pool } from "pg"
import type { JobError } from "./Failures.ts"
import { toJsonText } from "./JsonText.ts"
import { codeOf, isStatementFault } from "./StatementFault.ts"

/** A job that this worker has claimed, with the values at the time of the claim. */
export interface Claim {
  readonly slot: number
  readonly id: string
  readonly rev: number
  /** Number of earlier attempts. */
  readonly attempts: number
  readonly maxAttempts: number
  /**
   * True if a worker died recently while it had claims of this queue. The job then runs alone, and its result is
   * written before the next job starts.
   */
  readonly isOnProbation: boolean
  readonly payload: unknown
  readonly dedupeKey: string | null
  readonly targetType: string
  readonly targetId: string
  readonly targetLabel: string
  readonly triggeredBy: string
  readonly batchId: string | null
}

/** The states of a run, with their numbers in the database. `dropped` is never stored. It only releases the claim. */
export const State = { dropped: -1, queued: 0, started: 1, completed: 2, failed: 3, exhausted: 4 } as const
export type State = (typeof State)[keyof typeof State]

/**
 * A transition to write. `rev` is the new revision. Ages are in milliseconds before now, and `retryIn` is in seconds.
 */
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
  /** The dedupe key, which determines the order in which the database locks rows. */
  readonly key?: string | undefined
}

/** Another worker owns the slot now. This worker must not write to the slot again. */
export class SlotLost extends Data.TaggedError("SlotLost")<{
  readonly queue: string
  readonly slot: number
}> {}

/** The database did not respond, or its response was lost. The same step may be retried with `holding`. */
export class StepUnanswered extends Data.TaggedError("StepUnanswered")<{ readonly cause: unknown }> {
  override get message() {
    return `The database did not answer: ${this.cause instanceof Error ? this.cause.message : String(this.cause)}`
  }
}

export interface StepInput {
  readonly queueId: number
  readonly queueName: string
  /** The number of the slot. Null to take a free slot. */
  readonly slot: number | null
  readonly workerId: string
  readonly workerKey: number
  readonly changes: ReadonlyArray<Change>
  /**
   * Ids of the claims that this worker still holds. The database requeues all other claims of the slot. Null to keep
   * all claims.
   */
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

// Decoding these rows with a Schema would be too slow, because a no-op job takes the worker only 9 microseconds in
// total. The type of the rows can be trusted, because our own function `jobs_step` defines it.
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

/**
 * Writes results, marks jobs as started, claims jobs and renews the lease, in one round trip and one commit. Dies if
 * the statement itself is wrong.
 */
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
