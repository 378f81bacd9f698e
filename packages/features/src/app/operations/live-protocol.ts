/**
 * The messages of `GET /api/live`: JSON text frames, subprotocol `media-ops.v1`. Types only, because the web app
 * imports them, so nothing here may exist at run time. Close codes: 4401 no session (or revoked), 4403 origin
 * rejected, 4408 too slow, 4409 protocol error, 4412 unknown protocol version, 1012 server restart, 1013 database
 * unavailable, retry later.
 */
import type { JobRun, JobStatus, QueueSummary } from "./contract.ts"

/**
 * The runs that a client shows, selected by the list's filter. At most 500 rows are sent: running, waiting in order,
 * retrying, then finished by end time.
 */
export interface JobsView {
  readonly id: string
  /** `active`: queued, running, or failed and waiting to be tried again. */
  readonly status?: JobStatus | "active"
  readonly queue?: string
  readonly q?: string
  readonly targetType?: string
  readonly targetId?: string
  readonly reason?: string
  readonly limit?: number
}

/** `retrying` are the `failed` runs that will be retried. */
export type JobTotals = Readonly<Record<JobStatus | "retrying", number>>

/** The number of runs that ended in one second. */
export interface RatePoint {
  readonly at: string
  readonly completed: number
  readonly failed: number
}

/**
 * `id` and `rev` are always present; a missing field is unchanged. A run that is new to the client is sent as a full
 * row.
 */
export type JobRunPatch = { readonly id: string; readonly rev: number } & Partial<JobRun>
export type QueuePatch = { readonly name: string } & Partial<QueueSummary>

export interface Hello {
  readonly t: "hello"
  readonly v: 1
  readonly epoch?: string
  readonly since?: number
  /** Omitted by clients that do not show jobs, and ignored for members. */
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
 * The response to `view`, and to `hello` if nothing can be replayed. `jobs` is missing for members and without a
 * view.
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
    /** Counts of all jobs. */
    readonly totals: JobTotals
    /** Counts of the view's matches, ignoring its status. */
    readonly viewTotals: JobTotals
    readonly queues: ReadonlyArray<QueueSummary>
    readonly rates: ReadonlyArray<RatePoint>
  }
}

/** Changes since `from`. A client whose last number is lower than `from` has missed changes and sends `hello` again. */
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
  /** By kind: items that appeared or changed, limited to those that this receiver sees. */
  readonly items?: Readonly<Record<string, IdChange>>
  /**
   * Items of every kind must be reloaded, because some disappeared or it is unknown which ones changed. `items` may
   * contain some of them.
   */
  readonly allItems?: true
  /** Topics that must be reloaded as a whole, such as `libraries` and `settings`. */
  readonly topics?: ReadonlyArray<string>
  /** By topic, such as `user-items`: changes to the receiver's own account, from any window. */
  readonly own?: Readonly<Record<string, IdChange>>
}
/** More than 200 ids are sent as `many` instead. */
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
