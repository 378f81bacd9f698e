import * as Context from "effect/Context"

/** Limits on connections, in number and in time. Counts are connections or streams; times are milliseconds. */
export interface Limits {
  /** For all clients together. */
  readonly total: number
  /** Per address (IPv6: per /64). A browser opens 6 and one for live updates, a download manager 16. */
  readonly perAddress: number
  /** For a trusted proxy, which serves many clients, and for this machine, where an unconfigured proxy may run. */
  readonly perProxy: number
  /** From the connection, or the end of the last response, to the end of the next head. */
  readonly headMillis: number
  /** From the head to the end of the body. For JSON bodies of at most 1 MiB. */
  readonly bodyMillis: number
  /** From the head until the client has received the last byte of a response that is not a stream. */
  readonly answerMillis: number
  /** The time that an idle connection is kept for the next request. */
  readonly keepAliveMillis: number
  /** For a stream that the client does not read. A paused player does not read, and may stay paused overnight. */
  readonly stalledStreamMillis: number
  /** The time after which a stream with a full buffer counts as stalled. */
  readonly stalledMillis: number
  /** Number of stalled streams; each occupies 1 MiB and a descriptor. A player needs one to three. */
  readonly stalledPerSession: number
  readonly stalledPerAddress: number
  /** From the upgrade to a WebSocket's first message. */
  readonly helloMillis: number
  /** A WebSocket whose client has not received its data within this time is closed. */
  readonly undeliveredMillis: number
  /** The time that a rejected client gets to read the error. */
  readonly refusalMillis: number
  /** The number of requests per connection that may wait for the previous one. */
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
  undeliveredMillis: 60_000,
  refusalMillis: 2_000,
  pipelined: 32,
  sweepMillis: 1_000
}

/** The limits in force; tests provide shorter ones. */
export class ConnectionLimits extends Context.Reference<ConnectionLimits>()("@media/http/ConnectionLimits", {
  defaultValue: (): Limits => defaultLimits
}) {}
