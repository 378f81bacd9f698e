import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import pg from "pg"
import { DatabaseFailed } from "./errors.ts"
import type { Layout } from "./Layout.ts"
import { PORT } from "./Layout.ts"

/**
 * Returns the connection URL of a database. The folder of the Unix socket is in the query string, where both `pg` and
 * `psql` expect it.
 */
export const databaseUrl = (layout: Layout, database: string) =>
  `postgres://media@localhost/${database}?host=${encodeURIComponent(layout.socketDir)}&port=${PORT}`

/** Connections are retried for about a minute while the database is in recovery after a crash. */
const RECOVERY = { times: 600, schedule: Schedule.spaced("100 millis") }
const CANNOT_CONNECT_NOW = "57P03"

/**
 * Creates the application's database `media` if it does not exist. The default database `postgres` is used only to
 * connect to.
 */
export const ensureDatabase = (layout: Layout): Effect.Effect<void, DatabaseFailed> =>
  Effect.tryPromise({
    try: async () => {
      const client = new pg.Client({ connectionString: databaseUrl(layout, "postgres") })
      await client.connect()
      try {
        const { rowCount } = await client.query("select 1 from pg_database where datname = 'media'")
        if (rowCount === 0) await client.query("create database media")
      } finally {
        await client.end()
      }
    },
    catch: (error) => error as { readonly code?: unknown; readonly message?: unknown }
  }).pipe(
    Effect.retry({ ...RECOVERY, while: ({ code }) => code === CANNOT_CONNECT_NOW }),
    Effect.mapError(({ message }) => new DatabaseFailed({ step: "connect", detail: String(message) }))
  )
