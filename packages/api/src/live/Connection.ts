import type * as SqlClient from "@effect/sql/SqlClient"
import type { Delta, JobsView, ServerMessage, Snapshot } from "@media/features/app/operations/live-protocol"
import { hideNames } from "@media/features/app/operations/hiddenNames"
import { accessKey } from "@media/features/platform/visibility/Visibility"
import { queueSummaries, totals } from "@media/jobs/QueueSummaries"
import { now, toTimestamp } from "@media/kernel/Timestamp"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { Socket } from "node:net"
import type { WebSocket } from "ws"
import type { Limits } from "@media/http/edge/ConnectionLimits"
import * as Access from "@media/features/platform/access/Access"
import { mayHear, ownsIds, type ChangeSet } from "./ChangeSet.ts"
import { countedFilter, type CountedView, filterKey, pageOf, type ReceivedView } from "./JobsFilter.ts"
import { parseClientMessage, type ClientMessage } from "./ClientMessages.ts"
import { idChange, Outbox, type Pending } from "./Outbox.ts"
import type { Publisher } from "./Publisher.ts"

export const closeCodes = {
  session: 4401,
  slow: 4408,
  protocol: 4409,
  version: 4412,
  restart: 1012,
  unavailable: 1013
} as const

const quietBytes = 64 * 1024
const slowBytes = 1024 * 1024
const maxPending = 5_000
const heartbeatMillis = 10_000
/**
 * Maximum number of messages and bytes that a client may send within `millis`. Pings count as messages. The byte limit
 * leaves room for twenty messages of the maximum size (4 KB).
 */
const inbound = { messages: 20, millis: 10_000, bytes: 96 * 1024 }
const defaultLimit = 200

type Run = (effect: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) => void

/** Changes for one client that are sent as soon as the visibility of their items is known. */
export type Unsent = Pending & { readonly seq: number }

/**
 * The server's side of one live connection. Keeps track of the client's permissions, the list of jobs that it displays
 * (its view), and the changes that it has received.
 */
export class Connection {
  private readonly outbox: Outbox
  private view: JobsView | undefined
  private shown:
    { readonly of: JobsView; readonly hidesNames: boolean; readonly view: ReceivedView } | undefined
  private lastSentSeq = 0
  private hasSaidHello = false
  private isPaused = false
  private isFlushing = false
  /**
   * True while the snapshot is being read from the database. Changes that arrive in the meantime are sent after the
   * snapshot.
   */
  private isSnapshotDue = false
  private sentAt = performance.now()
  private received: Array<number> = []
  private readonly openedAt = performance.now()
  /** The time since which the socket has had unsent bytes, or undefined if it has none. */
  private stalledSince: number | undefined
  private inflow: { readonly at: number; readonly bytes: number }

  /**
   * Changes that were taken from the outbox but not sent yet, because the visibility of their items is still being
   * queried. If the query fails, the next flush repeats it.
   */
  private unsent: Unsent | undefined

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
    this.inflow = { at: this.openedAt, bytes: this.transport.bytesRead }
    this.principal = options.principal
    this.outbox = new Outbox(options.principal.accountId)
    this.publisher = options.publisher
    this.run = options.run
    this.socket.on("message", (data, isBinary) => this.receive(isBinary ? undefined : String(data)))
    for (const event of ["ping", "pong"] as const) this.socket.on(event, () => void this.count())
  }

  /**
   * The filter of the job counts that this client displays, and its key. Undefined if the client displays no jobs or
   * has paused updates.
   */
  get counted(): readonly [key: string, counted: CountedView] | undefined {
    const view = this.receivedView
    if (view === undefined || this.isPaused) return undefined
    return [filterKey(view), { principal: this.principal, filter: countedFilter(view) }]
  }

  /**
   * True if the client may see jobs but has chosen to hide NSFW content. In this case, the names of NSFW items must not
   * be sent to the client.
   */
  get hidesNames(): boolean {
    return this.isAdministrator && !this.principal.showNsfw
  }

  get displayed(): ReadonlyMap<string, number> {
    return this.outbox.displayed
  }

  add(set: ChangeSet): void {
    // There is nothing to collect for a paused client: when it resumes, it gets the missed changes from the publisher's
    // ring buffer.
    if (!this.hasSaidHello || this.isPaused) return
    this.collect(set)
  }

  /** Closes the connection of a client that never sends a hello, does not read its data, or sends too many bytes. */
  watch(): void {
    const at = performance.now()
    const { bufferedAmount } = this.socket
    this.stalledSince = bufferedAmount === 0 ? undefined : (this.stalledSince ?? at)
    if (this.stalledSince !== undefined && at - this.stalledSince > this.limits.undeliveredMillis)
      this.closeAsSlow()
    if (!this.hasSaidHello && at - this.openedAt > this.limits.helloMillis)
      this.refuse("protocol", "The client did not send a hello message.")
    // Bytes are limited as well as messages. Empty frames and the fragments of an endless message do not count as
    // messages.
    if (at - this.inflow.at > inbound.millis) this.inflow = { at, bytes: this.transport.bytesRead }
    if (this.transport.bytesRead - this.inflow.bytes > inbound.bytes)
      this.refuse("rate", "The client sent too many bytes.")
  }

  /**
   * Returns the changes to send now. If no changes are pending, or if too many bytes are still waiting in the socket's
   * buffer, returns undefined. After receiving changes, the caller must call `deliver` or `postpone`.
   */
  takeUnsent(): Unsent | undefined {
    if (!this.hasSaidHello || this.isFlushing || this.isSnapshotDue) return undefined
    // A paused client gets no changes, but still needs heartbeats to detect a dead connection.
    if (this.isPaused) {
      this.sendHeartbeat(this.lastSentSeq)
      return undefined
    }
    const { bufferedAmount } = this.socket
    if (bufferedAmount > slowBytes || this.outbox.size > maxPending) {
      this.closeAsSlow()
      return undefined
    }
    if (bufferedAmount > quietBytes) return undefined
    if (this.unsent === undefined) {
      const pending = this.outbox.take()
      if (pending !== undefined) this.unsent = { ...pending, seq: this.publisher.seq }
    }
    if (this.unsent === undefined) this.sendHeartbeat(this.publisher.seq)
    else this.isFlushing = true
    return this.unsent
  }

  /**
   * Sends the changes. `key` identifies the permissions for which visibility was queried. `kinds` maps each item that
   * is visible with these permissions to its kind.
   */
  deliver(unsent: Unsent, key: string, kinds: ReadonlyMap<string, string>): void {
    this.isFlushing = false
    // `unsent` was replaced if a snapshot or a resumption, which both include these changes, began during the query. If
    // the permissions have changed, the changes are kept and the next flush queries visibility again.
    if (this.unsent !== unsent || accessKey(this.principal) !== key) return
    this.unsent = undefined
    this.sendDelta(unsent, kinds)
  }

  /** Keeps the changes for the next flush. Called if the visibility query failed. */
  postpone(): void {
    this.isFlushing = false
  }

  /**
   * Applies changed permissions. The client reloads its items, because it may no longer be allowed to see some of the
   * displayed items.
   */
  become(principal: Principal): void {
    const before = accessKey(this.principal)
    this.principal = principal
    if (!this.hasSaidHello || accessKey(principal) === before) return
    // The pending and displayed jobs may contain names that are now hidden, or lack names that are now visible.
    if (this.view !== undefined && this.isAdministrator) this.snapshot()
    this.outbox.addRights()
  }

  closeWith(reason: "session_ended" | "role_changed" | "shutdown"): void {
    this.send({ t: "bye", reason, retryMs: reason === "shutdown" ? 1_000 : 0 })
    this.socket.close(reason === "shutdown" ? closeCodes.restart : closeCodes.session, reason)
  }

  private get isAdministrator(): boolean {
    return Access.can(this.principal, "watch-jobs")
  }

  /**
   * The view together with the NSFW preference. Returns the same object until the view or the preference changes,
   * because the cache of parsed queries uses this object as its key.
   */
  private get receivedView(): ReceivedView | undefined {
    if (this.view === undefined || !this.isAdministrator) return undefined
    const { hidesNames, view } = this
    if (this.shown?.of !== view || this.shown.hidesNames !== hidesNames)
      this.shown = { of: view, hidesNames, view: hidesNames ? { ...view, hidesNames } : view }
    return this.shown.view
  }

  private collect(set: ChangeSet): void {
    const view = this.receivedView
    const runs = this.hidesNames ? (set.runsWithoutNames ?? new Map()) : set.runs
    this.outbox.add({ ...set, runs }, view, (topic) => mayHear(this.principal, topic))
  }

  /** Counts a received message. Closes the connection and returns false if the client has sent too many messages. */
  private count(): boolean {
    const at = performance.now()
    this.received = [...this.received.filter((time) => at - time < inbound.millis), at]
    if (this.received.length <= inbound.messages) return true
    this.refuse("rate", "The client sent too many messages.")
    return false
  }

  private receive(text: string | undefined): void {
    if (!this.count()) return
    const message = text === undefined ? undefined : parseClientMessage(text)
    if (message === undefined) return this.refuse("protocol", "This is not a media-ops.v1 message.")
    this.handle(message)
  }

  private handle(message: ClientMessage): void {
    switch (message.t) {
      case "hello":
        if (message.v !== 1) {
          this.send({ t: "error", code: "version", message: "The server supports only version 1." })
          return this.socket.close(closeCodes.version)
        }
        this.view = message.view
        return this.handleHello(message.epoch, message.since)
      case "view":
        this.view = message.view ?? undefined
        return this.snapshot()
      case "pause":
        this.isPaused = true
        return
      case "resume":
        this.isPaused = false
        return this.handleHello(this.publisher.epoch, message.since)
      case "ack":
    }
  }

  private handleHello(epoch: string | undefined, since: number | undefined): void {
    // If NSFW names must be hidden from the client, the client cannot resume. Stored change sets may lack the version
    // without these names.
    const canResume = epoch === this.publisher.epoch && !(this.hidesNames && this.view !== undefined)
    const missed = canResume && since !== undefined ? this.publisher.since(since) : undefined
    if (missed === undefined || since === undefined) return this.snapshot()
    this.hasSaidHello = true
    this.isSnapshotDue = false
    this.lastSentSeq = since
    this.discardPending()
    // The jobs that match this client's view were not counted while it was disconnected.
    this.publisher.requestSummary()
    for (const set of missed) this.collect(set)
  }

  private snapshot(): void {
    const { publisher, view } = this
    const { epoch, rates, seq } = publisher
    this.hasSaidHello = true
    this.lastSentSeq = seq
    this.discardPending()
    this.outbox.displayed.clear()
    const head = { t: "snapshot", epoch, seq, at: toTimestamp(now()) } as const
    if (view === undefined || !this.isAdministrator) {
      this.isSnapshotDue = false
      return this.send(head)
    }
    const { id, limit, ...filter } = view
    this.isSnapshotDue = true
    this.run(
      Effect.gen(this, function* () {
        const page = yield* pageOf({ principal: this.principal, filter }, limit ?? defaultLimit)
        const runs = yield* hideNames(this.principal, page.items)
        // If the client has requested another view in the meantime, that view gets its own snapshot.
        if (this.view?.id !== id) return
        for (const run of page.items.toReversed()) this.outbox.show(run)
        const jobs: NonNullable<Snapshot["jobs"]> = {
          viewId: id,
          runs,
          total: page.total,
          totals: yield* totals(),
          viewTotals: page.totals,
          queues: yield* queueSummaries(),
          rates
        }
        this.isSnapshotDue = false
        this.send({ ...head, jobs })
      }).pipe(Effect.tapErrorCause(() => Effect.sync(() => this.socket.close(closeCodes.unavailable))))
    )
  }

  private sendDelta({ body, hiddenIds, itemIds, seq }: Unsent, kinds: ReadonlyMap<string, string>) {
    const items = idsByKind(itemIds, kinds)
    // If items have become hidden from this client, tell the client to reload all items. Do not send the ids of the
    // hidden items, because the client may never have been allowed to see these items.
    const hasLost = hiddenIds.some((id) => !kinds.has(id))
    const { own, ...others } = body
    const ownSeen = seenOf(own, kinds)
    const content: Partial<Delta> = {
      ...others,
      ...(ownSeen === undefined ? {} : { own: ownSeen }),
      ...(items === undefined ? {} : { items }),
      ...(hasLost ? { allItems: true } : {})
    }
    if (Object.keys(content).length === 0) return this.sendHeartbeat(seq)
    this.send({ t: "delta", seq, from: this.lastSentSeq, at: toTimestamp(now()), ...content })
    this.lastSentSeq = seq
  }

  private discardPending(): void {
    this.outbox.clear()
    this.unsent = undefined
  }

  /**
   * Sends a heartbeat if no other message was sent in the last 10 seconds, so that the client can detect a dead
   * connection.
   */
  private sendHeartbeat(seq: number): void {
    if (performance.now() - this.sentAt <= heartbeatMillis) return
    this.send({ t: "hb", seq, at: toTimestamp(now()) })
    this.lastSentSeq = seq
  }

  private closeAsSlow(): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    this.discardPending()
    this.hasSaidHello = false
    this.send({ t: "resync", reason: "slow" })
    this.socket.close(closeCodes.slow)
  }

  private refuse(code: string, message: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    this.send({ t: "error", code, message })
    this.socket.close(closeCodes.protocol)
  }

  private send(message: ServerMessage): void {
    this.sentAt = performance.now()
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(message))
  }
}

/** Removes the ids of items that the client may not see. An account can have user state for such items. */
const seenOf = (own: Delta["own"], kinds: ReadonlyMap<string, string>): Delta["own"] => {
  const seen = Object.entries(own ?? {}).flatMap(([topic, { ids, many }]) => {
    if (ownsIds(topic)) return [[topic, { ids, many }] as const]
    const left = ids.filter((id) => kinds.has(id))
    return many || left.length > 0 ? [[topic, { ids: left, many }] as const] : []
  })
  return seen.length === 0 ? undefined : Object.fromEntries(seen)
}

const idsByKind = (ids: ReadonlyArray<string>, kinds: ReadonlyMap<string, string>): Delta["items"] => {
  const visible = new Map<string, Array<string>>()
  for (const id of ids) {
    const kind = kinds.get(id)
    if (kind === undefined) continue
    const known = visible.get(kind)
    if (known === undefined) visible.set(kind, [id])
    else known.push(id)
  }
  if (visible.size === 0) return undefined
  return Object.fromEntries([...visible].map(([kind, known]) => [kind, idChange(known)]))
}
