import * as Effect from "effect/Effect"
import pg from "pg"
import { MigrationFailed, SchemaNewer } from "./MigrationErrors.ts"
import { type MigrationFiles, readMigrations } from "./MigrationFiles.ts"
import { applyNumbered } from "./NumberedMigrations.ts"
import { applyRepeatable } from "./RepeatableMigrations.ts"

/** Any number of processes may start at once; one migrates, the others wait on this advisory lock. */
const MIGRATION_LOCK = 7_000_001

export interface Migrated {
  /** Names of the files applied by this call, in order; functions as `functions/NAME.sql`. */
  readonly applied: ReadonlyArray<string>
  /** Files of functions that another version has left in the database. */
  readonly unknown: ReadonlyArray<string>
}

const applyAll = async (client: pg.Client, files: MigrationFiles): Promise<Migrated> => {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
  const { applied, isNewer } = await applyNumbered(client, files.numbered)
  // The functions of a newer version are left alone: its processes are calling them.
  if (isNewer) return { applied, unknown: [] }
  const functions = await applyRepeatable(client, files.repeatable)
  return { applied: [...applied, ...functions.applied], unknown: functions.unknown }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const toMigrationError = (cause: unknown): MigrationFailed | SchemaNewer =>
  cause instanceof MigrationFailed || cause instanceof SchemaNewer
    ? cause
    : new MigrationFailed({ reason: reasonOf(cause), cause })

/**
 * Brings the schema up to date, forward only, one transaction a file, one process at a time: first the numbered files
 * that are missing, then the `functions/*.sql` whose text has changed.
 * Fails with `SchemaNewer` on a database of a newer breaking version, without having written anything.
 */
export const migrate = Effect.fn("pg.migrate")(function* (options: {
  readonly url: string
  readonly directory: string
}) {
  const migrated = yield* Effect.acquireUseRelease(
    Effect.tryPromise({
      try: async () => {
        const client = new pg.Client({ connectionString: options.url, connectionTimeoutMillis: 10_000 })
        client.on("error", () => undefined)
        await client.connect()
        return client
      },
      catch: (cause) =>
        new MigrationFailed({ reason: `The database cannot be reached: ${reasonOf(cause)}`, cause })
    }),
    (client) =>
      Effect.tryPromise({
        try: async () => applyAll(client, await readMigrations(options.directory)),
        catch: toMigrationError
      }),
    (client) => Effect.promise(() => client.end().catch(() => undefined))
  )
  if (migrated.unknown.length > 0) {
    yield* Effect.logWarning(
      `the database has functions of files that this version does not have: ${migrated.unknown.join(", ")}`
    )
  }
  return migrated
})
