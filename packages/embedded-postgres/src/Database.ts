import * as Effect from "effect/Effect"
import pg from "pg"
import { DatabaseFailed } from "./errors.ts"
import type { Layout } from "./Layout.ts"
import { PORT } from "./Layout.ts"

/** A socket has no host name; `pg` and `psql` both take the folder from the query string. */
export const databaseUrl = (layout: Layout, database: string) =>
  `postgres://media@localhost/${database}?host=${encodeURIComponent(layout.socketDir)}&port=${PORT}`

/** The application's own database, so that `postgres` stays free for creating and dropping others. */
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
    catch: (error) =>
      new DatabaseFailed({ step: "connect", detail: error instanceof Error ? error.message : String(error) })
  })
