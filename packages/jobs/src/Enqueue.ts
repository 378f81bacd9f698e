import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { uuidv7 } from "@media/kernel/Ids"
import type { Json } from "@media/kernel/Json"
import { afterCommit } from "@media/pg/Transaction"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { toJsonText } from "./JsonText.ts"
import type { QueueDef, QueueName } from "./QueueDef.ts"
import { WakeUp } from "./WakeUp.ts"

/** The object that a job works on. Operators see the label. */
export interface JobTarget {
  readonly type: string
  readonly id: string
  readonly label: string
}

/** One job to queue, as a plain value that policies return. Create it with `enqueueItem`. */
export interface Enqueue {
  readonly queue: QueueName
  /** The payload, encoded with the queue's schema. */
  readonly payload: Json
  readonly target: JobTarget
  /** Only one run with this key may be queued, started or waiting for a retry in its queue. */
  readonly dedupeKey?: string
  /** A value of `workOrder` for CPU work. Jobs with smaller numbers run earlier. -32768 to 32767, by default 0. */
  readonly priority?: number
  /**
   * Minimum time in seconds between queuing and claiming. If a duplicate is still waiting for its own delay, this delay
   * replaces the duplicate's delay. If this item has no delay, the waiting duplicate starts immediately. If a duplicate
   * is running, the job runs again after this delay.
   */
  readonly delaySeconds?: number
  /**
   * Makes the run wait until an item with the same dedupe key and without a delay is enqueued. Requires `delaySeconds`.
   * If no such item is enqueued before the delay is over, the run is canceled. `reason` is shown while the run waits,
   * and `otherwise` after the run was canceled.
   */
  readonly waitsFor?: { readonly reason: string; readonly otherwise: string }
  /** `manual`, `schedule`, `system`, or the name of the queue whose job requested this job. */
  readonly triggeredBy: string
  readonly parentJobRunId?: string
  readonly batchId?: string
}

/**
 * A queued run. If an unfinished run has the same dedupe key, `isNew` is false and `jobRunId` is the id of that run.
 */
export interface Enqueued {
  readonly jobRunId: string
  readonly isNew: boolean
}

/**
 * Builds an `Enqueue` and encodes its payload with the queue's schema. Pure. Throws if the schema rejects the payload.
 */
export const enqueueItem = <Name extends QueueName, A, I>(
  def: QueueDef<Name, A, I>,
  item: Omit<Enqueue, "queue" | "payload"> & { readonly payload: A }
): Enqueue => ({
  ...item,
  queue: def.name,
  payload: Schema.encodeSync(def.payload)(item.payload) as unknown as Json
})

/**
 * Maximum number of items for which the statement notifies the workers. Larger calls notify after the commit, because
 * NOTIFY serializes the commits of the whole cluster.
 */
const notifyUpTo = 10
/** Maximum number of items per statement and event row. An item takes 17 to 20 µs (PostgreSQL 18, 2 shared cores). */
const chunkSize = 5_000

const Duplicates = Schema.Array(Schema.Struct({ item_id: Schema.String, job_run_id: Schema.String }))

const dedupeSlot = (item: Enqueue): string | undefined =>
  item.dedupeKey === undefined ? undefined : `${item.queue}\u0001${item.dedupeKey}`

/** Assigns an id to each distinct item. Items with the same key in this call share the first item's id. */
const assignIds = (items: ReadonlyArray<Enqueue>) => {
  const byKey = new Map<string, string>()
  const rows: Array<object> = []
  const ids = items.map((item) => {
    const key = dedupeSlot(item)
    const known = key === undefined ? undefined : byKey.get(key)
    if (known !== undefined) return { id: known, isFirst: false }
    const id = uuidv7()
    if (key !== undefined) byKey.set(key, id)
    const { target, ...rest } = item
    rows.push({ ...rest, id, targetType: target.type, targetId: target.id, targetLabel: target.label })
    return { id, isFirst: true }
  })
  return { rows, ids }
}

const insert = Effect.fnUntraced(function* (rows: ReadonlyArray<object>, isNotifying: boolean) {
  const sql = yield* SqlClient.SqlClient
  const answer = yield* sql`select item_id, job_run_id
    from jobs_enqueue(${toJsonText(rows)}::jsonb, ${uuidv7()}::uuid, ${isNotifying}::boolean)`
  return yield* Effect.orDie(Schema.decodeUnknown(Duplicates)(answer))
})

/**
 * Queues jobs inside the ambient transaction. One statement writes the job, its run and the event, so either all three
 * exist or none. Results are in the order of the items. If a duplicate is queued, the item has no effect. If a
 * duplicate is running, the running job is queued again when it ends.
 */
export const enqueue: (
  items: ReadonlyArray<Enqueue>
) => Effect.Effect<ReadonlyArray<Enqueued>, SqlError, SqlClient.SqlClient> = Effect.fn("jobs.enqueue")(
  function* (items: ReadonlyArray<Enqueue>) {
    if (items.length === 0) return []
    const { ids, rows } = assignIds(items)
    const chunks = Chunk.toReadonlyArray(Chunk.chunksOf(Chunk.unsafeFromArray(rows), chunkSize))
    const write = Effect.forEach(chunks, (chunk) =>
      insert(Chunk.toReadonlyArray(chunk), rows.length <= notifyUpTo)
    )
    const sql = yield* SqlClient.SqlClient
    const duplicates = new Map(
      (yield* chunks.length > 1 ? sql.withTransaction(write) : write)
        .flat()
        .map((duplicate) => [duplicate.item_id, duplicate.job_run_id])
    )
    if (rows.length > notifyUpTo) {
      const names = [...new Set(items.map((item) => item.queue))]
      const wakeUp = yield* Effect.serviceOption(WakeUp)
      if (Option.isSome(wakeUp)) yield* afterCommit(wakeUp.value.wake(names))
    }
    return ids.map(({ id, isFirst }) => ({
      jobRunId: duplicates.get(id) ?? id,
      isNew: isFirst && !duplicates.has(id)
    }))
  }
)
