import * as Effect from "effect/Effect"
import type { Pool } from "pg"
import type { Progress } from "./JobContext.ts"
import { toJsonText } from "./JsonText.ts"

interface Entry {
  progress: Progress
  isUnsent: boolean
  sentAt: number
  isUnwritten: boolean
  writtenAt: number
}

const everyRunMillis = 500
const everyRowMillis = 5_000
/** Maximum size in bytes of a notification. PostgreSQL rejects payloads of 8,000 bytes or more. */
const maxPayloadBytes = 7_500

/** Splits messages into JSON strings `{"progress":[...]}` that fit into a NOTIFY. Omits larger messages. */
export const packMessages = (messages: ReadonlyArray<object>): ReadonlyArray<string> => {
  const packets: Array<string> = []
  let parts: Array<string> = []
  let bytes = 20
  for (const message of messages) {
    const text = toJsonText(message)
    const size = Buffer.byteLength(text) + 1
    if (size > maxPayloadBytes - 20) continue
    if (bytes + size > maxPayloadBytes) {
      packets.push(`{"progress":[${parts.join(",")}]}`)
      parts = []
      bytes = 20
    }
    parts.push(text)
    bytes += size
  }
  if (parts.length > 0) packets.push(`{"progress":[${parts.join(",")}]}`)
  return packets
}

/**
 * Creates the board, which collects the progress of all runs of this worker. The board sends progress on channel
 * `job_runs` as `{"progress":[{id, percent?, phase?, detail?}]}`, at most twice per second and run. Every five seconds,
 * it writes the progress to the rows, for pages that load later. Progress is never stored as an event, because it is
 * obsolete when the run ends.
 */
export const makeProgressBoard = (pool: Pool) => {
  const entries = new Map<string, Entry>()
  const query = (text: string, values: Array<unknown>) => Effect.tryPromise(() => pool.query(text, values))

  const takeUnsent = (now: number): ReadonlyArray<object> =>
    [...entries].flatMap(([id, entry]) => {
      if (!entry.isUnsent || now - entry.sentAt < everyRunMillis) return []
      entry.isUnsent = false
      entry.sentAt = now
      return [{ id, ...entry.progress }]
    })

  const takeUnwritten = (now: number): ReadonlyArray<object> =>
    [...entries].flatMap(([id, entry]) => {
      if (!entry.isUnwritten || now - entry.writtenAt < everyRowMillis) return []
      entry.isUnwritten = false
      entry.writtenAt = now
      return [{ id, progress: entry.progress }]
    })

  return {
    set: (id: string, progress: Progress): void => {
      const entry = entries.get(id)
      if (entry === undefined) {
        entries.set(id, {
          progress,
          isUnsent: true,
          sentAt: 0,
          isUnwritten: true,
          writtenAt: performance.now() - everyRowMillis + everyRunMillis
        })
      } else {
        entry.progress = progress
        entry.isUnsent = true
        entry.isUnwritten = true
      }
    },
    forget: (id: string): void => {
      entries.delete(id)
    },
    /**
     * Forgets all progress. Call this when the worker session has ended, because other workers may then run its jobs.
     */
    clear: (): void => entries.clear(),
    /** Sends and writes the progress that is due. Call this four times a second. Failures are logged at debug level. */
    flush: Effect.suspend(() => {
      const now = performance.now()
      const packets = packMessages(takeUnsent(now))
      const rows = takeUnwritten(now)
      return Effect.gen(function* () {
        for (const packet of packets) yield* query("select pg_notify('job_runs', $1)", [packet])
        if (rows.length > 0) {
          yield* query(
            `update jobs j set progress = p.progress from jsonb_to_recordset($1::jsonb) as p(id uuid, progress jsonb)
              where j.id = p.id and j.state = 1`,
            [toJsonText(rows)]
          )
        }
      }).pipe(Effect.catchAll((error) => Effect.logDebug("progress could not be sent", error)))
    })
  }
}

export type ProgressBoard = ReturnType<typeof makeProgressBoard>
