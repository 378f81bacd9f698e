import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"

/** Any number of processes may start at once; one migrates, the others wait on this advisory lock. */
const MIGRATION_LOCK = 7_000_001

export class MigrationFailed extends Data.TaggedError("MigrationFailed")<{
  readonly reason: string
  readonly cause?: unknown
}> {
  override get message(): string {
    return this.reason
  }
}

/** The database was written by a newer version whose schema this one cannot serve. Nothing was changed. */
export class SchemaNewer extends Data.TaggedError("SchemaNewer")<{ readonly migration: string }> {
  override get message(): string {
    return `The database was upgraded by a newer version (migration ${this.migration}). Start that version again, or restore a backup.`
  }
}

interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  readonly isBreaking: boolean
}

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/

export const readMigrations = async (directory: string): Promise<ReadonlyArray<Migration>> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const match = fileName.exec(name)
      if (match === null || Number(match[1]) !== index + 1) {
        throw new Error(`migration ${name} does not continue the sequence NNNN_lower_snake.sql`)
      }
      const sql = await readFile(join(directory, name), "utf8")
      const [why, breaking] = sql.split("\n")
      if (!why?.startsWith("-- why: ") || !/^-- breaking: (yes|no)$/.test(breaking ?? "")) {
        throw new Error(`migration ${name} must begin with "-- why: ..." and "-- breaking: yes|no"`)
      }
      const checksum = createHash("sha256").update(sql).digest("hex")
      return { id: index + 1, name, sql, checksum, isBreaking: breaking === "-- breaking: yes" }
    })
  )
}

const applyAll = async (client: pg.Client, migrations: ReadonlyArray<Migration>): Promise<Array<string>> => {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
  await client.query(
    `create table if not exists schema_migrations (
       id int primary key, name text not null, checksum text not null, breaking boolean not null,
       applied_at timestamptz not null default now())`
  )
  const { rows } = await client.query<{ id: number; name: string; checksum: string; breaking: boolean }>(
    "select id, name, checksum, breaking from schema_migrations order by id"
  )
  const newer = rows.find((row) => row.id > migrations.length && row.breaking)
  if (newer !== undefined) throw new SchemaNewer({ migration: newer.name })
  const changed = rows.find((row) => {
    const ours = migrations[row.id - 1]
    return ours !== undefined && ours.checksum !== row.checksum
  })
  if (changed !== undefined) {
    throw new MigrationFailed({
      reason: `Migration ${changed.name} was applied with other content than this version ships; the database belongs to another build.`
    })
  }
  const applied = new Set(rows.map((row) => row.id))
  const done: Array<string> = []
  for (const migration of migrations) {
    if (applied.has(migration.id)) continue
    await client.query("begin")
    try {
      await client.query(migration.sql)
      await client.query(
        "insert into schema_migrations (id, name, checksum, breaking) values ($1, $2, $3, $4)",
        [migration.id, migration.name, migration.checksum, migration.isBreaking]
      )
      await client.query("commit")
    } catch (cause) {
      await client.query("rollback")
      throw new MigrationFailed({ reason: `Migration ${migration.name} failed: ${String(cause)}`, cause })
    }
    done.push(migration.name)
  }
  return done
}

/**
 * Brings the schema up to date, forward only, one transaction a file, one process at a time.
 * Fails with `SchemaNewer` on a database of a newer breaking version, without having written anything.
 */
export const migrate = Effect.fn("pg.migrate")(function* (options: {
  readonly url: string
  readonly directory: string
}) {
  return yield* Effect.acquireUseRelease(
    Effect.tryPromise({
      try: async () => {
        const client = new pg.Client({ connectionString: options.url, connectionTimeoutMillis: 10_000 })
        client.on("error", () => undefined)
        await client.connect()
        return client
      },
      catch: (cause) =>
        new MigrationFailed({ reason: `The database cannot be reached: ${plain(cause)}`, cause })
    }),
    (client) =>
      Effect.tryPromise({
        try: async () => ({ applied: await applyAll(client, await readMigrations(options.directory)) }),
        catch: (cause) =>
          cause instanceof MigrationFailed || cause instanceof SchemaNewer
            ? cause
            : new MigrationFailed({ reason: plain(cause), cause })
      }),
    (client) => Effect.promise(() => client.end().catch(() => undefined))
  )
})

const plain = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
