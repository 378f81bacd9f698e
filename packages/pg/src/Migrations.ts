import type { Upgrade } from "@media/kernel/UpgradeCopies"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import pg from "pg"
import { MigrationFailed, SchemaNewer, SchemaNotUpgradable } from "./MigrationErrors.ts"
import { type MigrationFiles, readMigrations } from "./MigrationFiles.ts"
import { applyNumbered, pendingUpgrade } from "./NumberedMigrations.ts"
import { applyRepeatable } from "./RepeatableMigrations.ts"

/**
 * Key of the advisory lock for migrations. Any number of processes may start at the same time. One of them migrates the
 * database while the others wait for this lock.
 */
const MIGRATION_LOCK = 7_000_001

export interface Migrated {
  /** Names of the files that this call applied, in order. Function files are listed as `functions/NAME.sql`. */
  readonly applied: ReadonlyArray<string>
  /** Names of function files that another version has applied and that this version does not ship. */
  readonly unknown: ReadonlyArray<string>
}

const applyAll = async (
  client: pg.Client,
  files: MigrationFiles,
  before: (upgrade: Upgrade) => Promise<void>
): Promise<Migrated> => {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
  const { applied, isNewer } = await applyNumbered(client, files.numbered, before)
  // Functions of a newer version are left unchanged, because processes of that version call them.
  if (isNewer) return { applied, unknown: [] }
  const functions = await applyRepeatable(client, files.repeatable)
  return { applied: [...applied, ...functions.applied], unknown: functions.unknown }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const toMigrationError = (cause: unknown): MigrationFailed | SchemaNewer | SchemaNotUpgradable =>
  cause instanceof MigrationFailed || cause instanceof SchemaNewer || cause instanceof SchemaNotUpgradable
    ? cause
    : new MigrationFailed({ reason: reasonOf(cause), cause })

interface MigrateOptions {
  readonly url: string
  readonly directory: string
  /**
   * Runs under the lock before the first change to a database that is not empty, for example to copy the database. Only
   * numbered migrations count as changes, because functions contain no data.
   */
  readonly before?: (upgrade: Upgrade) => Effect.Effect<void>
}

/** Opens a connection for `work` and closes the connection afterwards. */
const withClient = <A>(url: string, work: (client: pg.Client, signal: AbortSignal) => Promise<A>) =>
  Effect.acquireUseRelease(
    Effect.tryPromise({
      try: async () => {
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
        client.on("error", () => undefined)
        await client.connect()
        return client
      },
      catch: (cause) =>
        new MigrationFailed({ reason: `The database cannot be reached: ${reasonOf(cause)}`, cause })
    }),
    (client) => Effect.tryPromise({ try: (signal) => work(client, signal), catch: toMigrationError }),
    (client) => Effect.promise(() => client.end().catch(() => undefined))
  )

/**
 * Returns the upgrade that `migrate` would make to a database that is not empty. Changes nothing, and fails for the
 * same reasons as `migrate`.
 */
export const pending = ({ directory, url }: Omit<MigrateOptions, "before">) =>
  withClient(url, async (client) => pendingUpgrade(client, (await readMigrations(directory)).numbered))

/**
 * Brings the schema up to date: forward only, one transaction per file, and in one process at a time. Applies the
 * missing numbered files first, then the `functions/*.sql` files whose text changed. Fails before the first write in
 * two cases:
 * - `SchemaNewer`: a newer version has made a breaking change.
 * - `SchemaNotUpgradable`: an alpha build created the database.
 */
export const migrate = Effect.fn("pg.migrate")(function* (options: MigrateOptions) {
  const runtime = yield* Effect.runtime<never>()
  const { before = () => Effect.void } = options
  const migrated = yield* withClient(options.url, async (client, signal) =>
    applyAll(client, await readMigrations(options.directory), (upgrade) =>
      Runtime.runPromise(runtime)(before(upgrade), { signal })
    )
  )
  if (migrated.unknown.length > 0) {
    yield* Effect.logWarning(
      `the database has functions from files that this version does not have: ${migrated.unknown.join(", ")}`
    )
  }
  return migrated
})
