import type { SqlClient } from "@effect/sql/SqlClient"
import { EVENTS_CHANNEL } from "@media/event-store/WakeFeed"
import type { EventRegistry } from "@media/event-store/EventRegistry"
import { principalsOf, SESSIONS_CHANNEL } from "@media/features/identity/accounts/sessions"
import { USER_PROGRESS_CHANNEL } from "@media/features/catalog/user-items/live"
import { visibleItems } from "@media/features/platform/visibility/Visibility"
import { DatabaseUrl } from "@media/pg/DatabaseUrl"
import { listen } from "@media/pg/Listen"
import { CHANGED_CHANNEL, type CacheTopic, type QueryCache } from "@media/pg/QueryCache"
import type { Principal } from "@media/wire/Security"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Schedule from "effect/Schedule"
import type { IncomingMessage } from "node:http"
import type { BlockList } from "node:net"
import { WebSocketServer } from "ws"
import { ConnectionLimits } from "@media/http/edge/ConnectionLimits"
import type { OpenStream } from "@media/http/edge/Connections"
import type { Upgrade } from "@media/http/edge/ServerHandlers"
import type { Refusal } from "@media/http/edge/Refusal"
import { canonicalPath } from "@media/http/request/CanonicalPath"
import { hostRefusal, type IsHostAllowed } from "@media/http/request/AllowedHost"
import { establish } from "@media/http/request/RequestFacts"
import { isSameOrigin } from "@media/http/request/SameOrigin"
import * as Access from "@media/features/platform/access/Access"
import { resolvePrincipal } from "../RawGate.ts"
import { flush } from "./Audience.ts"
import { Connection } from "./Connection.ts"
import { Publisher } from "./Publisher.ts"
import { hasLost } from "./Rights.ts"

const PROGRESS_CHANNEL = "job_runs"
/**
 * Notification channels that wake workers. The hub listens to them too, because they announce new, retried and canceled
 * runs, which the job list displays.
 */
const QUEUE_CHANNELS = ["jobs", "jobs_cancel"]
/**
 * Minimum interval between polls of the event log, so that a burst of changes results in only a few messages a second.
 */
const pollEvery = "100 millis"
/**
 * Maximum interval between polls of the event log in milliseconds. Polling does not rely on notifications alone,
 * because they may be lost.
 */
const idlePollMillis = 1_000
/** Minimum interval between checks of sessions and permissions, regardless of how many change notifications arrive. */
const recheckEvery = "200 millis"
const accountsTopic: CacheTopic = "accounts"
const maxSocketsPerSession = 8
const maxSocketsPerAccount = 32
const lingerMillis = 60_000

const refusals = {
  foreign: {
    status: 403,
    code: "forbidden",
    message: "Only the server's own pages can open a live connection."
  },
  full: {
    status: 429,
    code: "too_many_connections",
    message: "This session or account has too many live connections. Close some pages, then try again."
  },
  away: {
    status: 503,
    code: "not_ready",
    message: "The database is not available right now. Try again later."
  }
} as const satisfies Record<string, Refusal>

/**
 * True if a request asks for an upgrade to the live connection. All other upgrade requests get a normal HTTP response.
 */
export const isLiveOffer = (request: IncomingMessage, asked: string): boolean => {
  const target = canonicalPath(asked)
  return (
    target._tag === "Canonical" &&
    target.pathname === "/api/live" &&
    request.headers.upgrade?.toLowerCase() === "websocket"
  )
}

interface Surroundings {
  readonly proxies: BlockList
  readonly isHostAllowed: IsHostAllowed
  /** The origin of the web app, or undefined if the operator did not configure one. */
  readonly appOrigin: string | undefined
}

/** Accepts the WebSockets of `GET /api/live`, and sends each client the changes that it may see. */
export class LiveHub extends Context.Tag("@media/api/LiveHub")<
  LiveHub,
  {
    readonly upgrade: (upgrade: Upgrade, surroundings: Surroundings) => void
    /**
     * Registers the set of open streams, such as downloads. The hub ends a stream when its session ends or its account
     * loses permissions. The caller may change the set at any time.
     */
    readonly watchStreams: (streams: ReadonlySet<OpenStream>) => void
    readonly shutdown: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.scoped(
    LiveHub,
    Effect.gen(function* () {
      const runtime = yield* Effect.runtime<SqlClient | QueryCache | EventRegistry>()
      const run = Runtime.runFork(runtime)
      const server = new WebSocketServer({ noServer: true, maxPayload: 4_096, perMessageDeflate: false })
      const publisher = new Publisher()
      const limits = yield* ConnectionLimits
      const connections = new Set<Connection>()
      let streams: ReadonlySet<OpenStream> = new Set()
      let isAwake = true
      let isPollFailing = false
      let areRightsStale = true
      let recheckedAt = 0
      let polledAt = 0
      let usedAt = Number.NEGATIVE_INFINITY

      const closeSessions = (ids: ReadonlyArray<string>) => {
        for (const connection of connections) {
          if (ids.includes(connection.principal.sessionId)) connection.closeWith("session_ended")
        }
        for (const { end, principal } of streams) if (ids.includes(principal.sessionId)) end()
      }

      yield* listen({
        url: yield* DatabaseUrl,
        channels: [
          EVENTS_CHANNEL,
          PROGRESS_CHANNEL,
          SESSIONS_CHANNEL,
          CHANGED_CHANNEL,
          USER_PROGRESS_CHANNEL,
          ...QUEUE_CHANNELS
        ],
        onConnected: () => {
          isAwake = true
          areRightsStale = true
        },
        onNotification: ({ channel, payload }) => {
          if (channel === CHANGED_CHANNEL) {
            areRightsStale ||= payload === accountsTopic
            return
          }
          isAwake = true
          if (channel === PROGRESS_CHANNEL) publisher.recordProgress(payload)
          if (channel === USER_PROGRESS_CHANNEL) publisher.recordOwn(payload)
          if (channel === SESSIONS_CHANNEL) closeSessions(payload.split(","))
        }
      })

      const poll = Effect.gen(function* () {
        for (const connection of connections) connection.watch()
        if (connections.size > 0) usedAt = performance.now()
        if (isAwake || performance.now() - polledAt > idlePollMillis) {
          isAwake = false
          polledAt = performance.now()
          // The publisher keeps following the event log for a minute after the last client disconnected, so that a
          // client that reconnects can resume without a snapshot.
          if (performance.now() - usedAt > lingerMillis)
            return yield* publisher.skipAhead(() => connections.size > 0)
          const displayed = new Set(
            [...connections].flatMap((connection) => [...connection.displayed.keys()])
          )
          const views = new Map([...connections].flatMap(({ counted }) => (counted ? [counted] : [])))
          const hiding = [...connections].find(({ hidesNames }) => hidesNames)?.principal
          const set = yield* publisher.poll(displayed, views, hiding)
          if (set !== undefined) for (const connection of connections) connection.add(set)
        }
        // The flush is not awaited, because a slow visibility query must not delay clients that have no item changes to
        // check.
        run(flush([...connections], visibleItems))
        isPollFailing = false
      }).pipe(
        Effect.catchAllCause((cause) => {
          const isFirst = !isPollFailing
          isPollFailing = true
          const text = "live updates are waiting for the database"
          return isFirst ? Effect.logWarning(text, cause) : Effect.logDebug(text, cause)
        })
      )
      yield* Effect.forkScoped(Effect.repeat(poll, Schedule.spaced(pollEvery)))

      // This check bypasses the query cache, because the cache may receive the change notification later than the hub.
      const recheck = Effect.gen(function* () {
        if (!areRightsStale && performance.now() - recheckedAt < limits.recheckMillis) return
        areRightsStale = false
        recheckedAt = performance.now()
        // Copy the set, because a socket that opens during the query would be missing from the result and would be
        // closed by mistake.
        const checked = [...connections]
        const sent = [...streams]
        const ids = new Set([...checked, ...sent].map(({ principal }) => principal.sessionId))
        const current = yield* principalsOf([...ids])
        for (const { end, principal } of sent) if (hasLost(principal, current.get(principal.sessionId))) end()
        for (const connection of checked) {
          const principal = current.get(connection.principal.sessionId)
          if (principal === undefined) connection.closeWith("session_ended")
          else if (!Access.isSameRole(principal, connection.principal)) connection.closeWith("role_changed")
          else connection.become(principal)
        }
      }).pipe(
        Effect.catchAllCause((cause) => {
          areRightsStale = true
          return Effect.logDebug("could not check sessions; they will be checked again later", cause)
        })
      )
      yield* Effect.forkScoped(Effect.repeat(recheck, Schedule.spaced(recheckEvery)))

      const isFull = ({ accountId, sessionId }: Principal): boolean => {
        const own = [...connections].filter(({ principal }) => principal.accountId === accountId)
        return (
          own.length >= maxSocketsPerAccount ||
          own.filter(({ principal }) => principal.sessionId === sessionId).length >= maxSocketsPerSession
        )
      }

      const upgrade = (offer: Upgrade, { appOrigin, isHostAllowed, proxies }: Surroundings): void => {
        const { accepted, head, refuse, request, socket } = offer
        establish(request, proxies)
        if (!isHostAllowed(request)) return refuse(hostRefusal)
        if (!isSameOrigin(request, appOrigin)) return refuse(refusals.foreign)
        run(
          resolvePrincipal(request).pipe(
            Effect.match({
              onFailure: ({ message }) => refuse({ status: 401, code: "authentication_required", message }),
              onSuccess: (principal) => {
                if (isFull(principal)) return refuse(refusals.full)
                server.handleUpgrade(request, socket, head, (webSocket) => {
                  accepted()
                  const connection = new Connection({
                    socket: webSocket,
                    transport: socket,
                    principal,
                    publisher,
                    limits,
                    run: (effect) => void run(Effect.ignoreLogged(effect))
                  })
                  connections.add(connection)
                  // The permissions may have changed between reading them above and adding the connection. The
                  // notification of such a change would have missed this connection, so check again.
                  areRightsStale = true
                  webSocket.on("close", () => connections.delete(connection))
                  webSocket.on("error", () => webSocket.terminate())
                })
              }
            }),
            Effect.catchAllDefect(() => Effect.sync(() => refuse(refusals.away)))
          )
        )
      }

      const shutdown = Effect.gen(function* () {
        for (const connection of connections) connection.closeWith("shutdown")
        yield* Effect.sleep("100 millis")
        for (const connection of connections) connection.socket.terminate()
      })
      const watchStreams = (all: ReadonlySet<OpenStream>): void => {
        streams = all
      }
      return { upgrade, watchStreams, shutdown }
    })
  )
}
