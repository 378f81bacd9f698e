import { isLoopback, networkKey } from "@media/kernel/NetworkKey"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/**
 * `waiting`: for a head. `answering`: from the head to the last byte of the response. `streaming`: the same for media
 * bytes to a session. `live`: an accepted WebSocket. `closing`: rejected and about to be destroyed.
 */
export type Stage = "waiting" | "answering" | "streaming" | "live" | "closing"

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** One connection, from accept to close. Times are from `performance.now()`. */
export interface ConnectionState {
  /** The socket that requests arrive on: `raw`, or the encrypted socket on top of it after the TLS handshake. */
  socket: Socket
  readonly raw: Socket
  /** The address (IPv6: /64) that it is counted for. */
  readonly key: string
  /** The maximum number of connections for its key. */
  readonly share: number
  stage: Stage
  since: number
  /** When the client last received bytes, and the count at that time; updated by the sweep. */
  progressedAt: number
  bytesWritten: number
  current: Exchange | undefined
  /** Requests that arrived before the response to `current` was complete. */
  readonly queue: Array<Exchange>
}

export const trackConnection = (
  socket: Socket,
  now: number,
  shares: { readonly isProxy: (address: string) => boolean; readonly address: number; readonly proxy: number }
): ConnectionState => {
  const address = socket.remoteAddress ?? ""
  return {
    socket,
    raw: socket,
    // Loopback addresses are counted separately, like remote ones.
    key: networkKey(address),
    share: isLoopback(address) || shares.isProxy(address) ? shares.proxy : shares.address,
    stage: "waiting",
    since: now,
    progressedAt: now,
    bytesWritten: 0,
    current: undefined,
    queue: []
  }
}

/** After this time without an end, the connection of a response counts as idle, like a silent one. */
const busyMillis = 10_000

/**
 * Tells whether the connection is only waiting for its client. If there are too many connections, idle ones are
 * evicted.
 */
export const isIdle = (connection: ConnectionState, now: number): boolean =>
  connection.stage === "waiting" ||
  connection.stage === "closing" ||
  (connection.stage === "answering" &&
    (connection.current?.request.complete === false || now - connection.since > busyMillis))

/** A stream progresses when the client receives bytes, and does not stall while there is nothing to receive. */
export const recordProgress = (connection: ConnectionState, now: number): void => {
  const { bytesWritten, writableLength } = connection.socket
  if (bytesWritten === connection.bytesWritten && writableLength > 0) return
  connection.bytesWritten = bytesWritten
  connection.progressedAt = now
}
