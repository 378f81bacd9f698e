import { networkKey } from "@media/kernel/NetworkKey"
import type { Socket } from "node:net"
import type { Limits } from "./ConnectionLimits.ts"
import { hold, isIdle, noteMoved, type Exchange, type Held, type Stage } from "./Held.ts"

const ofSession = "session "

const add = (groups: Map<string, Set<Held>>, key: string, held: Held): Set<Held> => {
  const group = groups.get(key) ?? new Set()
  groups.set(key, group.add(held))
  return group
}

const remove = (groups: Map<string, Set<Held>>, key: string, held: Held): void => {
  const group = groups.get(key)
  if (group?.delete(held) === true && group.size === 0) groups.delete(key)
}

const used = (group: ReadonlySet<Held>): number => {
  for (const { share } of group) return group.size / share
  return 0
}

/**
 * All connections of the server: who may have how many, and how long each may stay in its stage. An address that has
 * its share loses its own oldest idle connection for a new one; when all places are taken, the address that used up
 * most of its share gives one to an address that used less. So nobody is shut out by another, and within one
 * address (a proxy, a household) not by connections that say nothing.
 */
export class Connections {
  readonly #held = new Map<Socket, Held>()
  readonly #byAddress = new Map<string, Set<Held>>()
  readonly #streams = new Map<string, Set<Held>>()
  readonly #isProxy: (address: string) => boolean
  readonly limits: Limits

  constructor(limits: Limits, isProxy: (address: string) => boolean) {
    this.limits = limits
    this.#isProxy = isProxy
  }

  get size(): number {
    return this.#held.size
  }

  of(socket: Socket): Held | undefined {
    return this.#held.get(socket)
  }

  /** Takes a new connection in, or destroys it. A socket that is known is left as it is. */
  admit(socket: Socket): void {
    if (this.#held.has(socket)) return
    const held = hold(socket, performance.now(), {
      isProxy: this.#isProxy,
      address: this.limits.perAddress,
      proxy: this.limits.perProxy
    })
    if (!this.#hasRoom(held)) {
      socket.destroy()
      return
    }
    this.#held.set(socket, held)
    add(this.#byAddress, held.key, held)
    socket.once("close", () => this.#forget(held))
    // Node's own listener leaves with an upgrade; without any, a reset by the client would end the process.
    socket.on("error", () => socket.destroy())
  }

  enter(held: Held, stage: Stage): void {
    held.stage = stage
    held.since = performance.now()
    held.movedAt = held.since
  }

  /** The answer is a stream for this session: it may stand still for long, but only so many may. */
  stream({ request, response }: Exchange, sessionId: string, address: string): void {
    const held = this.#held.get(request.socket)
    if (held === undefined || held.current?.response !== response) return
    this.enter(held, "streaming")
    for (const key of [`${ofSession}${sessionId}`, networkKey(address)]) {
      add(this.#streams, key, held)
      response.once("close", () => remove(this.#streams, key, held))
    }
  }

  /** What was upgraded is no longer the HTTP server's to close. */
  closeAll(): void {
    for (const { socket } of this.#held.values()) socket.destroy()
  }

  /** Destroys what has outstayed its stage, and of the streams that stand still those above their number. */
  sweep(): void {
    const now = performance.now()
    for (const held of this.#held.values()) {
      if (held.stage === "streaming") noteMoved(held, now)
      if (now - held.movedAt > this.#patience(held.stage)) held.socket.destroy()
    }
    const { stalledPerAddress, stalledPerSession } = this.limits
    for (const [key, group] of this.#streams) {
      const most = key.startsWith(ofSession) ? stalledPerSession : stalledPerAddress
      if (group.size <= most) continue
      const stalled = [...group].filter(({ movedAt }) => now - movedAt > this.limits.stalledMillis)
      stalled.sort((a, b) => a.movedAt - b.movedAt)
      // A player that comes back to it asks again for the range it needs.
      for (const { socket } of stalled.slice(0, Math.max(0, stalled.length - most))) socket.destroy()
    }
  }

  #patience(stage: Stage): number {
    const { answerMillis, headMillis, lastWordMillis, stalledStreamMillis, sweepMillis } = this.limits
    switch (stage) {
      // Node answers 408 after `headMillis`; this is for what it does not count, such as empty lines between requests.
      case "waiting":
        return headMillis + lastWordMillis + 2 * sweepMillis
      case "answering":
        return answerMillis
      case "streaming":
        return stalledStreamMillis
      case "leaving":
        return lastWordMillis
      case "live":
        return Number.POSITIVE_INFINITY
    }
  }

  #hasRoom(newcomer: Held): boolean {
    const own = this.#byAddress.get(newcomer.key) ?? new Set<Held>()
    if (own.size >= newcomer.share) return this.#giveUp(own)
    if (this.#held.size < this.limits.total) return true
    const [most] = [...this.#byAddress.values()].sort((a, b) => used(b) - used(a))
    if (most === undefined) return true
    return used(most) > (own.size + 1) / newcomer.share ? this.#giveUp(most, true) : this.#giveUp(own)
  }

  /** Destroys the oldest idle connection of a group, or, when it must, the oldest of all. */
  #giveUp(group: ReadonlySet<Held>, isForced = false): boolean {
    const now = performance.now()
    let oldest: Held | undefined
    for (const held of group) {
      if (isIdle(held, now) && (oldest === undefined || held.since < oldest.since)) oldest = held
    }
    if (oldest === undefined && isForced) for (oldest of group) break
    if (oldest === undefined) return false
    this.#forget(oldest)
    oldest.socket.destroy()
    return true
  }

  #forget(held: Held): void {
    this.#held.delete(held.socket)
    remove(this.#byAddress, held.key, held)
  }
}
