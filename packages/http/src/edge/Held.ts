import { isLoopback, networkKey } from "@media/kernel/NetworkKey"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/**
 * `waiting` for a head; `answering` from the head to the last byte of the answer; `streaming` the same for bytes of
 * media, for a session; `live` an accepted WebSocket; `leaving` refused and about to be destroyed.
 */
export type Stage = "waiting" | "answering" | "streaming" | "live" | "leaving"

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** One connection, from accept to close. Times are those of `performance.now()`. */
export interface Held {
  readonly socket: Socket
  /** What it is counted by. */
  readonly key: string
  /** How many its key may hold. */
  readonly share: number
  stage: Stage
  since: number
  /** When bytes were last taken, and how many there were then; looked at by the sweep. */
  movedAt: number
  bytesWritten: number
  current: Exchange | undefined
  /** Requests that came before the answer to `current` was complete. */
  readonly queue: Array<Exchange>
}

export const hold = (
  socket: Socket,
  now: number,
  shares: { readonly isProxy: (address: string) => boolean; readonly address: number; readonly proxy: number }
): Held => {
  const address = socket.remoteAddress ?? ""
  return {
    socket,
    // Addresses of this machine are as distinct as those of others.
    key: networkKey(address),
    share: isLoopback(address) || shares.isProxy(address) ? shares.proxy : shares.address,
    stage: "waiting",
    since: now,
    movedAt: now,
    bytesWritten: 0,
    current: undefined,
    queue: []
  }
}

/** How long an answer may take before its connection counts as little as one that says nothing. */
const worthMillis = 10_000

/** Does the connection only wait for its client? Such ones give way when there are too many. */
export const isIdle = (held: Held, now: number): boolean =>
  held.stage === "waiting" ||
  held.stage === "leaving" ||
  (held.stage === "answering" && (held.current?.request.complete === false || now - held.since > worthMillis))

/** A stream moves when the client takes bytes, and does not stand still when there is nothing to take. */
export const noteMoved = (held: Held, now: number): void => {
  const { bytesWritten, writableLength } = held.socket
  if (bytesWritten === held.bytesWritten && writableLength > 0) return
  held.bytesWritten = bytesWritten
  held.movedAt = now
}
