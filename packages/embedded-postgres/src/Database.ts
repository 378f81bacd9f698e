import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import pg from "pg"
import { DatabaseFailed } from "./errors.ts"
import type { Layout } from "./Layout.ts"
import { PORT } from "./Layout.ts"

/**
 * Returns the URL of a database. A socket has no host name, so the query string contains its folder, which both `pg`
 * and `psql` read.
 */
export const databaseUrl = (layout: Layout, database: string) =>
  `postgres://media@localhost/${database}?host=${encodeURIComponent(layout.socketDir)}&port=${PORT}`

/** Retries for a database in recovery, which takes a while after a takeover or a crash. */
const RECOVERY = { times: 600, schedule: Schedule.spaced("100 millis") }
const CANNOT_CONNECT_NOW = "57P03"

/**
 * Creates the application's own database. The database `postgres` contains no data, so that other databases can be
 * created and dropped from it.
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
