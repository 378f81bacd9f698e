import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import pg from "pg"

export interface Notification {
  readonly channel: string
  readonly payload: string
}

/**
 * Listens on channels through a separate connection until the scope closes, and reconnects whenever the connection is
 * lost. A `select 1` every ten seconds detects a connection that died silently. `onConnected` runs after every
 * connection and reconnection. Notifications that were sent while the connection was down are lost, so `onConnected` must read all data that may have changed.
 * `@effect/sql-pg` 0.53 is not used, because its client receives no more notifications after its backend was
 * terminated.
 */
export const listen = (options: {
  readonly url: string
  readonly channels: ReadonlyArray<string>
  readonly onConnected: () => void
  /** Called when the connection is lost. Notifications are lost from this call until the next `onConnected`. */
  readonly onLost?: () => void
  readonly onNotification: (notification: Notification) => void
}): Effect.Effect<void, never, Scope.Scope> => {
  const session = Effect.acquireUseRelease(
    Effect.tryPromise(async () => {
      const client = new pg.Client({
        connectionString: options.url,
        application_name: "media-listen",
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        query_timeout: 5_000
      })
      client.on("error", () => undefined)
      await client.connect()
      return client
    }),
    (client) =>
      Effect.gen(function* () {
        const lost = Effect.async<never, Error>((resume) => {
          client.on("error", (cause) => resume(Effect.fail(cause)))
          client.on("end", () => resume(Effect.fail(new Error("connection ended"))))
        })
        client.on("notification", (message) =>
          options.onNotification({ channel: message.channel, payload: message.payload ?? "" })
        )
        for (const channel of options.channels) {
          yield* Effect.tryPromise(() => client.query(`listen ${pg.escapeIdentifier(channel)}`))
        }
        options.onConnected()
        yield* Effect.addFinalizer(() => Effect.sync(() => options.onLost?.()))
        const heartbeat = Effect.tryPromise(() => client.query("select 1")).pipe(
          Effect.repeat(Schedule.spaced("10 seconds"))
        )
        yield* Effect.raceFirst(lost, heartbeat)
      }).pipe(Effect.scoped),
    (client) =>
      // Finalizers cannot be interrupted, but a time limit works by interruption, so this effect is made interruptible.
      Effect.promise(() => client.end().catch(() => undefined)).pipe(
        Effect.interruptible,
        Effect.timeoutOption("2 seconds")
      )
  )
  return session.pipe(
    Effect.catchAll((cause) => Effect.logDebug("listening connection lost", cause)),
    Effect.zipRight(Effect.sleep("500 millis")),
    Effect.forever,
    Effect.forkScoped,
    Effect.asVoid
  )
}
