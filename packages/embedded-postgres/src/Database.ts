import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import pg from "pg"
import { DatabaseFailed } from "./errors.ts"
import type { Layout } from "./Layout.ts"
import { PORT } from "./Layout.ts"

/** A socket has no host name; both `pg` and `psql` take the folder from the query string. */
export const databaseUrl = (layout: Layout, database: string) =>
  `postgres://media@localhost/${database}?host=${encodeURIComponent(layout.socketDir)}&port=${PORT}`

/** A database that was taken over or crashed immediately may be in recovery for a while. */
const RECOVERY = { times: 600, schedule: Schedule.spaced("100 millis") }
const CANNOT_CONNECT_NOW = "57P03"

/** Creates the application's own database; `postgres` stays free for creating and dropping others. */
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
