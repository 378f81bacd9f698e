import { isLoopback, networkKey } from "@media/kernel/NetworkKey"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/**
 * The stage of a connection. `waiting`: no request head has arrived yet. `answering`: from the head to the last byte of
 * the response. `streaming`: like `answering`, while media is sent to a session. `live`: an accepted WebSocket.
 * `closing`: the request was rejected, and the connection will be destroyed soon.
 */
export type Stage = "waiting" | "answering" | "streaming" | "live" | "closing"

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** One connection, from accept to close. Times are from `performance.now()`. */
export interface ConnectionState {
  /** The socket on which requests arrive: `raw`, or after the TLS handshake the encrypted socket on top of `raw`. */
  socket: Socket
  readonly raw: Socket
  /** The address (IPv6: /64) under which the connection is counted. */
  readonly key: string
  /** The maximum number of connections with the same key. */
  readonly share: number
  stage: Stage
  since: number
  /** Time at which the client last received bytes, and the number of bytes written by then. The sweep updates both. */
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
    // The loopback addresses are not combined. Each is counted separately, like a remote address.
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

/** Time in milliseconds after which a connection with an unfinished response counts as idle. */
const busyMillis = 10_000

/**
 * True if the connection may be evicted when there are too many connections. This is the case while the connection
 * waits for its client, and when its response takes too long.
 */
export const isIdle = (connection: ConnectionState, now: number): boolean =>
  connection.stage === "waiting" ||
  connection.stage === "closing" ||
  (connection.stage === "answering" &&
    (connection.current?.request.complete === false || now - connection.since > busyMillis))

/**
 * Updates the time of the last progress. A stream progresses when the client receives bytes or has no bytes to receive.
 */
export const recordProgress = (connection: ConnectionState, now: number): void => {
  const { bytesWritten, writableLength } = connection.socket
  if (bytesWritten === connection.bytesWritten && writableLength > 0) return
  connection.bytesWritten = bytesWritten
  connection.progressedAt = now
}
