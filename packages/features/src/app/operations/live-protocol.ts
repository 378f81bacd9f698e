/**
 * The messages of `GET /api/live`: JSON text frames with the subprotocol `media-ops.v1`. This file contains only types,
 * because the web app imports it. Close codes:
 * - 4401: no session, or a revoked session
 * - 4403: origin rejected
 * - 4408: client too slow
 * - 4409: protocol error
 * - 4412: unknown protocol version
 * - 1012: server restart
 * - 1013: database unavailable (retry later)
 */
import type { JobRun, JobStatus, QueueSummary } from "./contract.ts"

/**
 * The runs that a client shows, selected with the filter of the list. The server sends at most 500 runs: running runs,
 * queued runs in order, runs that wait for a retry, and then finished runs by end time.
 */
export interface JobsView {
  readonly id: string
  /** `active` means queued, running, or failed and waiting for a retry. */
  readonly status?: JobStatus | "active"
  readonly queue?: string
  readonly q?: string
  readonly targetType?: string
  readonly targetId?: string
  readonly reason?: string
  readonly limit?: number
}

/** Number of runs by status. `retrying` counts the `failed` runs that will be retried. */
export type JobTotals = Readonly<Record<JobStatus | "retrying", number>>

/** Number of runs that ended within one second. */
export interface RatePoint {
  readonly at: string
  readonly completed: number
  readonly failed: number
}

/**
 * A change to a run. `id` and `rev` are always present. Absent fields have not changed. A run that is new to the client
 * has all fields.
 */
export type JobRunPatch = { readonly id: string; readonly rev: number } & Partial<JobRun>
export type QueuePatch = { readonly name: string } & Partial<QueueSummary>

export interface Hello {
  readonly t: "hello"
  readonly v: 1
  readonly epoch?: string
  readonly since?: number
  /** The runs to send. Clients that do not show jobs omit the view. The server ignores the view of members. */
  readonly view?: JobsView
}
export interface SetView {
  readonly t: "view"
  readonly view: JobsView | null
}
export interface Ack {
  readonly t: "ack"
  readonly seq: number
}
export interface Pause {
  readonly t: "pause"
}
export interface Resume {
  readonly t: "resume"
  readonly since: number
}
export type ClientMessage = Hello | SetView | Ack | Pause | Resume

/**
 * The response to `view`, and to `hello` if missed changes cannot be replayed. `jobs` is absent for members, and if the
 * client has no view.
 */
export interface Snapshot {
  readonly t: "snapshot"
  readonly epoch: string
  readonly seq: number
  readonly at: string
  readonly jobs?: {
    readonly viewId: string
    readonly runs: ReadonlyArray<JobRun>
    readonly total: number
    /** Counts of all runs. */
    readonly totals: JobTotals
    /** Counts of the runs that match the view without its status filter. */
    readonly viewTotals: JobTotals
    readonly queues: ReadonlyArray<QueueSummary>
    readonly rates: ReadonlyArray<RatePoint>
  }
}

/**
 * Changes since `from`. A client whose last sequence number is lower than `from` has missed changes and must send
 * `hello` again.
 */
export interface Delta {
  readonly t: "delta"
  readonly seq: number
  readonly from: number
  readonly at: string
  readonly runs?: ReadonlyArray<JobRunPatch>
  readonly removedRuns?: ReadonlyArray<string>
  readonly totals?: JobTotals
  readonly viewTotals?: JobTotals
  readonly queues?: ReadonlyArray<QueuePatch>
  readonly rate?: RatePoint
  /** Added and changed items that the receiver may see, keyed by kind. */
  readonly items?: Readonly<Record<string, IdChange>>
  /**
   * True if the client must reload items of every kind, because items have disappeared or the server cannot identify
   * the changed items. `items` may still contain some changed items.
   */
  readonly allItems?: true
  /** Topics that the client must reload completely, such as `libraries` and `settings`. */
  readonly topics?: ReadonlyArray<string>
  /** Changes to the receiver's own account by any client, keyed by topic, such as `user-items`. */
  readonly own?: Readonly<Record<string, IdChange>>
}
/** The ids of changed objects. If more than 200 objects have changed, `many` is true and the list is incomplete. */
export interface IdChange {
  readonly ids: ReadonlyArray<string>
  readonly many: boolean
}
export interface Heartbeat {
  readonly t: "hb"
  readonly seq: number
  readonly at: string
}
export interface Resync {
  readonly t: "resync"
  readonly reason: "gap" | "slow" | "epoch"
}
export interface Bye {
  readonly t: "bye"
  readonly reason: "session_ended" | "role_changed" | "shutdown"
  readonly retryMs: number
}
export interface LiveError {
  readonly t: "error"
  readonly code: string
  readonly message: string
}
export type ServerMessage = Snapshot | Delta | Heartbeat | Resync | Bye | LiveError
