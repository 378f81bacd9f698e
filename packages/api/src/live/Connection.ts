import * as SqlClient from "@effect/sql/SqlClient"
import type { Delta, JobsView, ServerMessage, Snapshot } from "@media/features/operations/live-protocol"
import { visibleTo } from "@media/features/visibility/Visibility"
import { list } from "@media/jobs/JobRuns"
import { queueSummaries, totals } from "@media/jobs/QueueSummaries"
import { now, toTimestamp } from "@media/kernel/Timestamp"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { Socket } from "node:net"
import type { WebSocket } from "ws"
import type { Limits } from "@media/http/edge/ConnectionLimits"
import type { ChangeSet } from "./ChangeSet.ts"
import { parseClientMessage, type ClientMessage } from "./ClientMessages.ts"
import { Outbox, type Pending } from "./Outbox.ts"
import type { Publisher } from "./Publisher.ts"

export const closeCodes = {
  session: 4401,
  slow: 4408,
  protocol: 4409,
  version: 4412,
  restart: 1012,
  unavailable: 1013
} as const

/** More changed videos than this are said as `many`. */
const manyVideos = 200
const quietBytes = 64 * 1024
const drownedBytes = 1024 * 1024
const maxPending = 5_000
const heartbeatMillis = 10_000
/** Pings count as messages. Twenty of the greatest size fit into the bytes. */
const inbound = { messages: 20, millis: 10_000, bytes: 96 * 1024 }
const defaultLimit = 200

type Run = (effect: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) => void

const rightsOf = ({ libraryIds, role, showNsfw }: Principal): string =>
  JSON.stringify([role, showNsfw, [...libraryIds].sort()])

/** One receiver: what it may see, what it looks at, what it was told last. */
export class Connection {
  private readonly outbox = new Outbox()
  private view: JobsView | undefined
  private told = 0
  private isGreeted = false
  private isPaused = false
  private isFlushing = false
  /** The snapshot is being read: what happens meanwhile follows it, a client cannot build on less. */
  private isSnapshotDue = false
  private spokeAt = performance.now()
  private received: Array<number> = []
  private readonly openedAt = performance.now()
  /** Since when something sent has not been taken. */
  private untakenSince: number | undefined
  private intake: { readonly at: number; readonly bytes: number }

  /** Taken from the outbox and not sent yet: its videos have to be judged, which may fail and is then repeated. */
  private unsent: (Pending & { readonly seq: number }) | undefined

  readonly socket: WebSocket
  principal: Principal
  private readonly publisher: Publisher
  private readonly run: Run

  private readonly transport: Socket
  private readonly limits: Limits

  constructor(options: {
    socket: WebSocket
    transport: Socket
    principal: Principal
    publisher: Publisher
    limits: Limits
    run: Run
  }) {
    this.socket = options.socket
    this.transport = options.transport
    this.limits = options.limits
    this.intake = { at: this.openedAt, bytes: this.transport.bytesRead }
    this.principal = options.principal
    this.publisher = options.publisher
    this.run = options.run
    this.socket.on("message", (data, isBinary) => this.receive(isBinary ? undefined : String(data)))
    for (const event of ["ping", "pong"] as const) this.socket.on(event, () => void this.count())
  }

  get shown(): ReadonlyMap<string, number> {
    return this.outbox.shown
  }

  add(set: ChangeSet): void {
    // A paused receiver gets what it missed from the publisher's ring, so nothing is kept for it here.
    if (!this.isGreeted || this.isPaused) return
    this.outbox.add(set, this.isAdministrator ? this.view : undefined)
  }

  /** Lets go of a client that never says hello, takes nothing of what it is sent, or pours in what is no message. */
  watch(): void {
    const at = performance.now()
    const { bufferedAmount } = this.socket
    this.untakenSince = bufferedAmount === 0 ? undefined : (this.untakenSince ?? at)
    if (this.untakenSince !== undefined && at - this.untakenSince > this.limits.untakenMillis) this.drown()
    if (!this.isGreeted && at - this.openedAt > this.limits.helloMillis)
      this.refuse("protocol", "There was no hello.")
    // Empty frames and pieces of a message that never ends are no messages to count.
    if (at - this.intake.at > inbound.millis) this.intake = { at, bytes: this.transport.bytesRead }
    if (this.transport.bytesRead - this.intake.bytes > inbound.bytes) this.refuse("rate", "Too many bytes.")
  }

  /** Sends what is pending, unless the socket has not taken the last of it yet. */
  flush(): void {
    if (!this.isGreeted || this.isPaused || this.isFlushing || this.isSnapshotDue) return
    const { bufferedAmount } = this.socket
    if (bufferedAmount > drownedBytes || this.outbox.size > maxPending) return this.drown()
    if (bufferedAmount > quietBytes) return
    if (this.unsent === undefined) {
      const pending = this.outbox.take()
      if (pending !== undefined) this.unsent = { ...pending, seq: this.publisher.seq }
    }
    const { unsent } = this
    if (unsent === undefined) {
      return this.beat(this.publisher.seq)
    }
    this.isFlushing = true
    this.run(
      Effect.map(this.visibleVideos(unsent.videoIds), (visible) => {
        // A snapshot or a resumption began meanwhile: it covers this.
        if (this.unsent !== unsent) return
        this.unsent = undefined
        this.sendDelta(unsent, visible)
      }).pipe(
        Effect.tapErrorCause((cause) => Effect.logWarning("a live update is sent again later", cause)),
        Effect.ensuring(Effect.sync(() => (this.isFlushing = false)))
      )
    )
  }

  /** The rights of this receiver as they are now. What it shows may no longer be what it may see. */
  become(principal: Principal): void {
    const before = rightsOf(this.principal)
    this.principal = principal
    if (this.isGreeted && rightsOf(principal) !== before) this.outbox.addRights()
  }

  bye(reason: "session_ended" | "role_changed" | "shutdown"): void {
    this.send({ t: "bye", reason, retryMs: reason === "shutdown" ? 1_000 : 0 })
    this.socket.close(reason === "shutdown" ? closeCodes.restart : closeCodes.session, reason)
  }

  private get isAdministrator(): boolean {
    return this.principal.role === "administrator"
  }

  /** Only ids the receiver may see leave the server, judged by the one predicate. */
  private visibleVideos(ids: ReadonlyArray<string>) {
    const { principal } = this
    if (ids.length === 0) return Effect.succeed<ReadonlyArray<string>>([])
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const visibility = yield* visibleTo(principal)
      const rows = yield* sql`
        select v.id from videos v where v.id = any(${ids as Array<string>}::uuid[]) and ${visibility.videos("v")}`
      return rows.map((row) => (row as { id: string }).id)
    })
  }

  /** False, and the end, when there were too many. */
  private count(): boolean {
    const at = performance.now()
    this.received = [...this.received.filter((time) => at - time < inbound.millis), at]
    if (this.received.length <= inbound.messages) return true
    this.refuse("rate", "Too many messages.")
    return false
  }

  private receive(text: string | undefined): void {
    if (!this.count()) return
    const message = text === undefined ? undefined : parseClientMessage(text)
    if (message === undefined) return this.refuse("protocol", "This is not a message of media-ops.v1.")
    this.handle(message)
  }

  private handle(message: ClientMessage): void {
    switch (message.t) {
      case "hello":
        if (message.v !== 1) {
          this.send({ t: "error", code: "version", message: "Only version 1 is spoken here." })
          return this.socket.close(closeCodes.version)
        }
        this.view = message.view
        return this.greet(message.epoch, message.since)
      case "view":
        this.view = message.view ?? undefined
        return this.snapshot()
      case "pause":
        this.isPaused = true
        return
      case "resume":
        this.isPaused = false
        return this.greet(this.publisher.epoch, message.since)
      case "ack":
    }
  }

  private greet(epoch: string | undefined, since: number | undefined): void {
    const missed =
      epoch === this.publisher.epoch && since !== undefined ? this.publisher.since(since) : undefined
    if (missed === undefined || since === undefined) return this.snapshot()
    this.isGreeted = true
    this.isSnapshotDue = false
    this.told = since
    this.forget()
    for (const set of missed) this.outbox.add(set, this.isAdministrator ? this.view : undefined)
    this.flush()
  }

  private snapshot(): void {
    const { publisher, view } = this
    const { epoch, rates, seq } = publisher
    this.isGreeted = true
    this.told = seq
    this.forget()
    this.outbox.shown.clear()
    const head = { t: "snapshot", epoch, seq, at: toTimestamp(now()) } as const
    if (view === undefined || !this.isAdministrator) {
      this.isSnapshotDue = false
      return this.send(head)
    }
    const { id, limit, ...filter } = view
    this.isSnapshotDue = true
    this.run(
      Effect.gen(this, function* () {
        const page = yield* list({ ...filter, page: 1, perPage: limit ?? defaultLimit })
        // A later view was asked for meanwhile: its snapshot comes by itself.
        if (this.view?.id !== id) return
        for (const run of page.items.toReversed()) this.outbox.show(run)
        const jobs: NonNullable<Snapshot["jobs"]> = {
          viewId: id,
          runs: page.items,
          total: page.total,
          totals: yield* totals(),
          queues: yield* queueSummaries(),
          rates
        }
        this.isSnapshotDue = false
        this.send({ ...head, jobs })
      }).pipe(Effect.tapErrorCause(() => Effect.sync(() => this.socket.close(closeCodes.unavailable))))
    )
  }

  private sendDelta({ body, isManyVideos, seq }: Pending & { seq: number }, visible: ReadonlyArray<string>) {
    const videos: Delta["videos"] =
      isManyVideos || visible.length > manyVideos ? { ids: [], many: true } : { ids: visible, many: false }
    const isAboutVideos = videos.many || visible.length > 0
    if (!isAboutVideos && Object.keys(body).length === 0) return this.beat(seq)
    const head = { t: "delta", seq, from: this.told, at: toTimestamp(now()) } as const
    this.send({ ...head, ...body, ...(isAboutVideos ? { videos } : {}) })
    this.told = seq
  }

  private forget(): void {
    this.outbox.clear()
    this.unsent = undefined
  }

  /** Says that the connection lives, when nothing else was said for a while. */
  private beat(seq: number): void {
    if (performance.now() - this.spokeAt <= heartbeatMillis) return
    this.send({ t: "hb", seq, at: toTimestamp(now()) })
    this.told = seq
  }

  private drown(): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    this.forget()
    this.isGreeted = false
    this.send({ t: "resync", reason: "slow" })
    this.socket.close(closeCodes.slow)
  }

  private refuse(code: string, message: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    this.send({ t: "error", code, message })
    this.socket.close(closeCodes.protocol)
  }

  private send(message: ServerMessage): void {
    this.spokeAt = performance.now()
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(message))
  }
}
