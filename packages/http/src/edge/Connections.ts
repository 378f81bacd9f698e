import { networkKey } from "@media/kernel/NetworkKey"
import type { Principal } from "@media/wire/Security"
import type { Socket } from "node:net"
import type { Limits } from "./ConnectionLimits.ts"
import {
  trackConnection,
  isIdle,
  recordProgress,
  type Exchange,
  type ConnectionState,
  type Stage
} from "./ConnectionState.ts"

const ofSession = "session "

/** A stream that is being sent, with the permissions that its caller had at the start. */
export interface OpenStream {
  readonly principal: Principal
  /** Resets the connection, so that the system does not deliver the megabytes that are still in its buffers. */
  readonly end: () => void
}

const add = (
  groups: Map<string, Set<ConnectionState>>,
  key: string,
  connection: ConnectionState
): Set<ConnectionState> => {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(connection))
  return group
}

const remove = (
  groups: Map<string, Set<ConnectionState>>,
  key: string,
  connection: ConnectionState
): void => {
  const group = groups.get(key)
  if (group?.delete(connection) === true && group.size === 0) groups.delete(key)
}

const used = (group: ReadonlySet<ConnectionState>): number => {
  for (const { share } of group) return group.size / share
  return 0
}

/**
 * Tracks all connections of the server. Limits the number of connections per address and the time that a connection may
 * spend in each stage.
 * - If an address has used up its share, a new connection from this address evicts the oldest idle connection of the
 *   address. Therefore, the idle connections of an address, such as a proxy or a household, cannot lock out new
 *   connections from it.
 * - If the total is reached, the server finds the address that uses the largest part of its share. If the new
 *   connection's address uses a smaller part of its share, the new connection evicts a connection of the address that
 *   was found. Therefore, no address can lock out other addresses.
 */
export class Connections {
  readonly #connections = new Map<Socket, ConnectionState>()
  readonly #byAddress = new Map<string, Set<ConnectionState>>()
  readonly #streams = new Map<string, Set<ConnectionState>>()
  readonly #open = new Set<OpenStream>()
  readonly #isProxy: (address: string) => boolean
  readonly limits: Limits

  constructor(limits: Limits, isProxy: (address: string) => boolean) {
    this.limits = limits
    this.#isProxy = isProxy
  }

  get size(): number {
    return this.#connections.size
  }

  of(socket: Socket): ConnectionState | undefined {
    return this.#connections.get(socket)
  }

  /**
   * Accepts a new connection, or destroys it if the limits allow neither the connection nor an eviction. Does nothing
   * for a known socket.
   */
  admit(socket: Socket): void {
    if (this.#connections.has(socket)) return
    const connection = trackConnection(socket, performance.now(), {
      isProxy: this.#isProxy,
      address: this.limits.perAddress,
      proxy: this.limits.perProxy
    })
    if (!this.#hasRoom(connection)) {
      socket.destroy()
      return
    }
    this.#connections.set(socket, connection)
    add(this.#byAddress, connection.key, connection)
    socket.once("close", () => this.#remove(connection))
    // Node removes its own listener on an upgrade. Without an error listener, a reset by the client would crash the
    // process.
    socket.on("error", () => socket.destroy())
  }

  /** Replaces the socket of a known connection with its encrypted socket, on which all later requests arrive. */
  encrypt(raw: Socket, encrypted: Socket): void {
    const connection = this.#connections.get(raw)
    if (connection === undefined) {
      encrypted.destroy()
      return
    }
    this.#connections.delete(raw)
    connection.socket = encrypted
    this.#connections.set(encrypted, connection)
    encrypted.on("error", () => encrypted.destroy())
  }

  enter(connection: ConnectionState, stage: Stage): void {
    connection.stage = stage
    connection.since = performance.now()
    connection.progressedAt = connection.since
  }

  /** The streams that are being sent. They must end together with their session. */
  get streams(): ReadonlySet<OpenStream> {
    return this.#open
  }

  /**
   * Marks the current response as a stream for this caller. A stream may stall for a long time, but only a limited
   * number of streams may stall at once.
   */
  stream({ request, response }: Exchange, principal: Principal, address: string): void {
    const connection = this.#connections.get(request.socket)
    if (connection === undefined || connection.current?.response !== response) return
    this.enter(connection, "streaming")
    const stream = { principal, end: () => void connection.raw.resetAndDestroy() }
    this.#open.add(stream)
    response.once("close", () => this.#open.delete(stream))
    for (const key of [`${ofSession}${principal.sessionId}`, networkKey(address)]) {
      add(this.#streams, key, connection)
      response.once("close", () => remove(this.#streams, key, connection))
    }
  }

  /** Destroys all sockets, including upgraded sockets, which the HTTP server no longer closes. */
  closeAll(): void {
    for (const { socket } of this.#connections.values()) socket.destroy()
  }

  /** Destroys connections that exceeded the time limit of their stage, and stalled streams above the allowed number. */
  sweep(): void {
    const now = performance.now()
    for (const connection of this.#connections.values()) {
      if (connection.stage === "streaming") recordProgress(connection, now)
      if (now - connection.progressedAt > this.#stageLimit(connection.stage)) connection.socket.destroy()
    }
    const { stalledPerAddress, stalledPerSession } = this.limits
    for (const [key, group] of this.#streams) {
      const allowed = key.startsWith(ofSession) ? stalledPerSession : stalledPerAddress
      if (group.size <= allowed) continue
      const stalled = [...group].filter(({ progressedAt }) => now - progressedAt > this.limits.stalledMillis)
      stalled.sort((a, b) => a.progressedAt - b.progressedAt)
      // Destroying a stalled connection does not break playback: a player that resumes later requests the missing range
      // again.
      for (const { socket } of stalled.slice(0, Math.max(0, stalled.length - allowed))) socket.destroy()
    }
  }

  #stageLimit(stage: Stage): number {
    const { answerMillis, headMillis, refusalMillis, stalledStreamMillis, sweepMillis } = this.limits
    switch (stage) {
      // Node sends 408 after `headMillis`. This longer limit covers input that Node does not count, such as empty lines
      // between requests.
      case "waiting":
        return headMillis + refusalMillis + 2 * sweepMillis
      case "answering":
        return answerMillis
      case "streaming":
        return stalledStreamMillis
      case "closing":
        return refusalMillis
      case "live":
        return Number.POSITIVE_INFINITY
    }
  }

  #hasRoom(newcomer: ConnectionState): boolean {
    const own = this.#byAddress.get(newcomer.key) ?? new Set<ConnectionState>()
    if (own.size >= newcomer.share) return this.#evictFrom(own)
    if (this.#connections.size < this.limits.total) return true
    const [most] = [...this.#byAddress.values()].sort((a, b) => used(b) - used(a))
    if (most === undefined) return true
    return used(most) > (own.size + 1) / newcomer.share ? this.#evictFrom(most, true) : this.#evictFrom(own)
  }

  /**
   * Destroys the oldest idle connection of a group. If none is idle and `isForced` is set, destroys the oldest
   * connection. Returns false if no connection was destroyed.
   */
  #evictFrom(group: ReadonlySet<ConnectionState>, isForced = false): boolean {
    const now = performance.now()
    let oldest: ConnectionState | undefined
    for (const connection of group) {
      if (isIdle(connection, now) && (oldest === undefined || connection.since < oldest.since))
        oldest = connection
    }
    if (oldest === undefined && isForced) for (oldest of group) break
    if (oldest === undefined) return false
    this.#remove(oldest)
    oldest.socket.destroy()
    return true
  }

  #remove(connection: ConnectionState): void {
    this.#connections.delete(connection.socket)
    remove(this.#byAddress, connection.key, connection)
  }
}
