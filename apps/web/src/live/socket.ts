import type {
  ClientMessage,
  Delta,
  JobsView,
  ServerMessage,
  Snapshot
} from "@media/features/app/operations/live-protocol"
import { shallowRef } from "vue"

export type ConnectionState = "connecting" | "live" | "stale" | "offline"

export interface LiveSink {
  /**
   * Applies a snapshot. `missed` is true if changes happened for which no delta arrived, so that cached data may be
   * stale.
   */
  readonly snapshot: (message: Snapshot, missed: boolean) => void
  readonly delta: (message: Delta) => void
  readonly sessionEnded: (reason: "session_ended" | "role_changed") => void
}

const PROTOCOL = "media-ops.v1"
const STALE_AFTER_MS = 25_000
const HIDDEN_PAUSE_MS = 60_000
const ACK_EVERY_MS = 2_000
const ACK_EVERY_DELTAS = 200
const LONGEST_WAIT_MS = 15_000
/** Close codes after which the client does not reconnect. */
const FINAL_CODES = new Set([4401, 4403, 4412])

/** The live connection. It keeps a WebSocket open and passes messages to the sink in order and without gaps. */
export class LiveSocket {
  readonly state = shallowRef<ConnectionState>("offline")
  readonly #url: string
  readonly #sink: LiveSink
  #socket: WebSocket | undefined
  #epoch: string | undefined
  #seq = 0
  #acked = 0
  #view: JobsView | null = null
  #attempts = 0
  #wasLive = false
  #isCatchingUp = false
  #wanted = false
  #staleTimer: ReturnType<typeof setTimeout> | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #ackTimer: ReturnType<typeof setInterval> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined

  constructor(url: string, sink: LiveSink) {
    this.#url = url
    this.#sink = sink
  }

  open(): void {
    if (this.#wanted) return
    this.#wanted = true
    addEventListener("online", this.#retryNow)
    document.addEventListener("visibilitychange", this.#onVisibility)
    this.#connect()
  }

  close(): void {
    this.#wanted = false
    this.#wasLive = false
    this.#epoch = undefined
    removeEventListener("online", this.#retryNow)
    document.removeEventListener("visibilitychange", this.#onVisibility)
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#hiddenTimer)
    this.#forget()
    this.state.value = "offline"
  }

  /** Subscribes to the job runs of a view. With `null`, receives no job runs. */
  setView(view: JobsView | null): void {
    this.#view = view
    // Clears the epoch, so that the client receives a snapshot after it has reconnected. Resuming would deliver only
    // changes, which are not enough for a new view.
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#epoch = undefined
    this.#send({ t: "view", view })
  }

  #connect(): void {
    this.#forget()
    this.state.value = this.#attempts === 0 ? "connecting" : "offline"
    const socket = new WebSocket(this.#url, PROTOCOL)
    this.#socket = socket
    // Ignores callbacks of a socket that was replaced by a newer socket.
    socket.onopen = () => socket === this.#socket && this.#sendHello()
    socket.onmessage = (event) => socket === this.#socket && this.#receive(String(event.data))
    socket.onclose = (event) => socket === this.#socket && this.#closed(event.code)
  }

  #sendHello(): void {
    // The server does not know which jobs the previous socket received, so a view requires a snapshot.
    if (this.#view !== null) this.#epoch = undefined
    this.#armStale()
    this.#ackTimer = setInterval(() => this.#acknowledge(), ACK_EVERY_MS)
    this.#hello()
  }

  #hello(): void {
    this.#isCatchingUp = this.#wasLive
    this.#send({
      t: "hello",
      v: 1,
      ...(this.#epoch === undefined ? {} : { epoch: this.#epoch, since: this.#seq }),
      ...(this.#view === null ? {} : { view: this.#view })
    })
  }

  #receive(text: string): void {
    this.#armStale()
    const message = JSON.parse(text) as ServerMessage
    switch (message.t) {
      case "snapshot":
        this.#epoch = message.epoch
        this.#seq = message.seq
        this.#sink.snapshot(message, this.#isCatchingUp)
        this.#isCatchingUp = false
        this.#wasLive = true
        return this.#alive()
      case "delta":
        return this.#receiveDelta(message)
      case "hb":
        return message.seq > this.#seq ? this.#hello() : this.#alive()
      case "resync":
        this.#epoch = undefined
        return this.#hello()
      case "bye":
        if (message.reason !== "shutdown") {
          this.close()
          this.#sink.sessionEnded(message.reason)
        }
        return
      case "error":
        return
    }
  }

  #receiveDelta(message: Delta): void {
    if (message.seq <= this.#seq) return
    if (message.from > this.#seq) return this.#hello()
    this.#seq = message.seq
    this.#isCatchingUp = false
    this.#sink.delta(message)
    this.#alive()
    if (this.#seq - this.#acked >= ACK_EVERY_DELTAS) this.#acknowledge()
  }

  #alive(): void {
    this.#attempts = 0
    this.state.value = "live"
  }

  #acknowledge(): void {
    if (this.#seq === this.#acked) return
    this.#acked = this.#seq
    this.#send({ t: "ack", seq: this.#seq })
  }

  #closed(code: number): void {
    this.#forget()
    this.state.value = "offline"
    if (!this.#wanted) return
    if (FINAL_CODES.has(code)) {
      this.close()
      if (code === 4401) this.#sink.sessionEnded("session_ended")
      return
    }
    const longest = Math.min(LONGEST_WAIT_MS, 250 * 2 ** this.#attempts)
    this.#attempts += 1
    this.#retryTimer = setTimeout(() => this.#connect(), Math.random() * longest)
  }

  #armStale(): void {
    clearTimeout(this.#staleTimer)
    this.#staleTimer = setTimeout(() => {
      this.state.value = "stale"
      this.#socket?.close()
      this.#closed(1006)
    }, STALE_AFTER_MS)
  }

  #forget(): void {
    clearTimeout(this.#staleTimer)
    clearInterval(this.#ackTimer)
    const socket = this.#socket
    this.#socket = undefined
    if (socket && socket.readyState <= WebSocket.OPEN) socket.close(1000)
  }

  readonly #retryNow = (): void => {
    if (!this.#wanted || this.#socket?.readyState === WebSocket.OPEN) return
    clearTimeout(this.#retryTimer)
    this.#connect()
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hiddenTimer)
    if (document.hidden) {
      this.#hiddenTimer = setTimeout(() => this.#send({ t: "pause" }), HIDDEN_PAUSE_MS)
      return
    }
    this.#send({ t: "resume", since: this.#seq })
    this.#retryNow()
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
