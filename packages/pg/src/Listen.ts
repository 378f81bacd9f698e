import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import pg from "pg"

export interface Notification {
  readonly channel: string
  readonly payload: string
}

/**
 * Listens on channels through a connection of its own until the scope closes, across any number of lost
 * connections: a `select 1` every ten seconds notices a silently dead one. `onConnected` runs after every
 * (re)connection, when everything that was missed must be read again: a notification is a hint, never the truth.
 *
 * The client of `@effect/sql-pg` 0.53 hears nothing more once its backend was terminated, hence our own.
 */
export const listen = (options: {
  readonly url: string
  readonly channels: ReadonlyArray<string>
  readonly onConnected: () => void
  /** From here to the next `onConnected` notifications are lost. */
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
      // A finalizer is uninterruptible, and a time limit works by interruption.
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
