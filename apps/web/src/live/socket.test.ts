import type { Delta, Snapshot } from "@media/features/app/operations/live-protocol"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { LiveSocket } from "./socket"

class FakeWebSocket {
  static readonly OPEN = 1
  static all: FakeWebSocket[] = []
  readyState = 0
  sent: Array<Record<string, unknown>> = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor() {
    FakeWebSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.readyState = 3
  }
  accept(): void {
    this.readyState = 1
    this.onopen?.()
  }
  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  drop(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
}
const latest = (): FakeWebSocket => FakeWebSocket.all.at(-1)!
const snapshot = (seq: number, epoch = "e1"): Snapshot => ({ t: "snapshot", epoch, seq, at: "" })
const delta = (from: number, seq: number): Delta => ({ t: "delta", from, seq, at: "" })

describe("LiveSocket", () => {
  const sink = { snapshot: vi.fn(), delta: vi.fn(), sessionEnded: vi.fn() }
  let socket: LiveSocket

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal("WebSocket", FakeWebSocket)
    FakeWebSocket.all = []
    vi.clearAllMocks()
    socket = new LiveSocket("ws://test/api/live", sink)
    socket.open()
    latest().accept()
    latest().receive(snapshot(10))
  })
  afterEach(() => {
    socket.close()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it("applies each delta once, in order", () => {
    latest().receive(delta(10, 11))
    latest().receive(delta(10, 11))
    latest().receive(delta(11, 12))
    expect(sink.delta).toHaveBeenCalledTimes(2)
    expect(socket.state.value).toBe("live")
  })

  it("resumes from the last applied delta when a delta is missing", () => {
    latest().receive(delta(12, 13))
    expect(sink.delta).not.toHaveBeenCalled()
    expect(latest().sent.at(-1)).toMatchObject({ t: "hello", epoch: "e1", since: 10 })
  })

  it("resumes when a heartbeat shows that changes were missed", () => {
    latest().receive({ t: "hb", seq: 14, at: "" })
    expect(latest().sent.at(-1)).toMatchObject({ t: "hello", since: 10 })
  })

  it("resumes after the connection drops, but starts over on `resync`", () => {
    latest().drop()
    expect(socket.state.value).toBe("offline")
    vi.advanceTimersByTime(15_000)
    expect(FakeWebSocket.all.length).toBeGreaterThan(1)
    latest().accept()
    expect(latest().sent[0]).toMatchObject({ t: "hello", epoch: "e1", since: 10 })
    latest().receive({ t: "resync", reason: "epoch" })
    expect(latest().sent.at(-1)).toEqual({ t: "hello", v: 1 })
  })

  it("reports missed changes if a snapshot follows a gap", () => {
    expect(sink.snapshot).toHaveBeenLastCalledWith(expect.anything(), false)
    socket.setView({ id: "v" })
    latest().receive(snapshot(10))
    expect(sink.snapshot).toHaveBeenLastCalledWith(expect.anything(), false)
    latest().receive(delta(40, 41))
    latest().receive(snapshot(41))
    expect(sink.snapshot).toHaveBeenLastCalledWith(expect.anything(), true)
  })

  it("requests a snapshot if the view changed while disconnected", () => {
    latest().receive(snapshot(3))
    latest().drop()
    socket.setView({ id: "later", status: "failed" })
    vi.advanceTimersByTime(1_000)
    latest().accept()
    const hello = latest().sent.find((message) => message["t"] === "hello")
    expect(hello).not.toHaveProperty("since")
    expect(hello).toMatchObject({ view: { id: "later" } })
  })

  it("reconnects if the server sends nothing for a while", () => {
    vi.advanceTimersByTime(25_100)
    vi.advanceTimersByTime(1_000)
    expect(FakeWebSocket.all).toHaveLength(2)
  })

  it("does not reconnect after the session has ended", () => {
    latest().drop(4401)
    vi.advanceTimersByTime(60_000)
    expect(sink.sessionEnded).toHaveBeenCalledWith("session_ended")
    expect(FakeWebSocket.all).toHaveLength(1)
  })
})
