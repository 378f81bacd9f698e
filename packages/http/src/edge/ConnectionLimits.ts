import * as Context from "effect/Context"

/** Bounds of connections, in number and in time. Counts are connections or streams, times are milliseconds. */
export interface Limits {
  /** Of all clients together. */
  readonly total: number
  /** Of one address (IPv6: one /64). A browser opens 6 and one for live updates, a download manager 16. */
  readonly perAddress: number
  /** Of a trusted proxy, behind which there are many clients, and of this machine, where an unnamed one may run. */
  readonly perProxy: number
  /** From the connection, or the end of the last answer, to the end of the next head. */
  readonly headMillis: number
  /** From the head to the end of the body. Nobody uploads yet; a JSON body has at most 1 MiB. */
  readonly bodyMillis: number
  /** From the head until the last byte of an answer that is no stream has been taken. */
  readonly answerMillis: number
  /** An unused connection is kept for the next request. */
  readonly keepAliveMillis: number
  /** A stream of which nothing was taken. A paused player does not read, and may be left so overnight. */
  readonly stalledStreamMillis: number
  /** How long a stream may be full before it counts as standing still. */
  readonly stalledMillis: number
  /** Streams that stand still: each holds 1 MiB and a descriptor. A player needs one to three. */
  readonly stalledPerSession: number
  readonly stalledPerAddress: number
  /** From the upgrade to a WebSocket's first message. */
  readonly helloMillis: number
  /** What was sent to a WebSocket and not taken by then ends it. */
  readonly untakenMillis: number
  /** How long a refused client may take to read why. */
  readonly lastWordMillis: number
  /** Requests of one connection that may wait for the one before them. */
  readonly pipelined: number
  readonly sweepMillis: number
}

const hour = 3_600_000

export const defaultLimits: Limits = {
  total: 2_000,
  perAddress: 256,
  perProxy: 1_500,
  headMillis: 30_000,
  bodyMillis: 30_000,
  answerMillis: 120_000,
  keepAliveMillis: 10_000,
  stalledStreamMillis: 12 * hour,
  stalledMillis: 10_000,
  stalledPerSession: 24,
  stalledPerAddress: 64,
  helloMillis: 30_000,
  untakenMillis: 60_000,
  lastWordMillis: 2_000,
  pipelined: 32,
  sweepMillis: 1_000
}

/** The limits in force; tests provide shorter ones. */
export class ConnectionLimits extends Context.Reference<ConnectionLimits>()("api/ConnectionLimits", {
  defaultValue: (): Limits => defaultLimits
}) {}
