import * as Context from "effect/Context"

/** Limits on connections and streams. Times are in milliseconds. */
export interface Limits {
  /** Maximum number of connections of all clients together. */
  readonly total: number
  /** Maximum number of connections per address (IPv6: per /64). A browser opens seven, a download manager 16. */
  readonly perAddress: number
  /**
   * Maximum number of connections of a trusted proxy, because a proxy serves many clients. The same limit applies to
   * connections from this machine, because an unconfigured proxy may run on it.
   */
  readonly perProxy: number
  /** Maximum time from the connection, or from the end of the last response, to the end of the next request head. */
  readonly headMillis: number
  /** Maximum time from the end of the head to the end of the body. JSON bodies have at most 1 MiB. */
  readonly bodyMillis: number
  /** Maximum time from the head until the client has received the whole response, unless the response is a stream. */
  readonly answerMillis: number
  /** Time that an idle connection is kept open for the next request. */
  readonly keepAliveMillis: number
  /**
   * Maximum time that a client may leave a stream unread. It is long, because a player that is paused overnight does
   * not read.
   */
  readonly stalledStreamMillis: number
  /** Time without progress after which a stream with a full buffer counts as stalled. */
  readonly stalledMillis: number
  /**
   * Maximum number of stalled streams per session. Each stream uses 1 MiB and a descriptor. A player needs one to three
   * streams.
   */
  readonly stalledPerSession: number
  readonly stalledPerAddress: number
  /** Maximum time from the upgrade to the first message of a WebSocket. */
  readonly helloMillis: number
  /** Maximum time that data for a WebSocket client may remain undelivered before the WebSocket is closed. */
  readonly undeliveredMillis: number
  /** Time for a rejected client to read the error before the connection is destroyed. */
  readonly refusalMillis: number
  /** Maximum number of requests per connection that wait for the previous response. */
  readonly pipelined: number
  readonly sweepMillis: number
  /**
   * Maximum interval between checks of the sessions and permissions of open sockets and streams. Normally, a
   * notification reports changes immediately, but it may be lost.
   */
  readonly recheckMillis: number
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
  sweepMillis: 1_000,
  recheckMillis: 10_000
}

/** The limits in effect. Tests provide shorter limits. */
export class ConnectionLimits extends Context.Reference<ConnectionLimits>()("@media/http/ConnectionLimits", {
  defaultValue: (): Limits => defaultLimits
}) {}
