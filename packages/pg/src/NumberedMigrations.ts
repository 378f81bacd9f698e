import type { Upgrade } from "@media/kernel/UpgradeCopies"
import type pg from "pg"
import { refuseForeignTables } from "./ForeignTables.ts"
import { MigrationFailed, SchemaNewer, SchemaNotUpgradable } from "./MigrationErrors.ts"
import type { Migration } from "./MigrationFiles.ts"

interface Applied {
  readonly id: number
  readonly name: string
  readonly checksum: string
  readonly breaking: boolean
}

/** Runs `work` in a transaction. If `work` fails, rolls back the transaction and rethrows the error unchanged. */
export const inTransaction = async <A>(client: pg.Client, work: () => Promise<A>): Promise<A> => {
  await client.query("begin")
  try {
    const result = await work()
    await client.query("commit")
    return result
  } catch (cause) {
    await client.query("rollback")
    throw cause
  }
}

const readApplied = async (client: pg.Client): Promise<ReadonlyArray<Applied>> => {
  await client.query(
    `create table if not exists schema_migrations (
       id int primary key, name text not null, checksum text not null, breaking boolean not null,
       applied_at timestamptz not null default now())`
  )
  const { rows } = await client.query<Applied>(
    "select id, name, checksum, breaking from schema_migrations order by id"
  )
  return rows
}

const newest = (rows: ReadonlyArray<{ readonly id: number }>): number =>
  rows.reduce((highest, { id }) => Math.max(highest, id), 0)

/** Throws unless the migrations recorded in the database match these files. */
const check = (rows: ReadonlyArray<Applied>, migrations: ReadonlyArray<Migration>): void => {
  const own = new Map(migrations.map((migration) => [migration.id, migration]))
  const last = newest(migrations)
  // This check comes first, because the later migrations of an alpha database would look like those of a newer version.
  const [first] = rows
  if (first !== undefined && migrations[0] !== undefined && first.checksum !== migrations[0].checksum) {
    throw new SchemaNotUpgradable({ migration: first.name })
  }
  const breaking = rows.find((row) => row.id > last && row.breaking)
  if (breaking !== undefined) throw new SchemaNewer({ migration: breaking.name })
  const changed = rows.find(({ checksum, id }) => id <= last && own.get(id)?.checksum !== checksum)
  if (changed !== undefined) {
    throw new MigrationFailed({
      reason: own.has(changed.id)
        ? `Migration ${changed.name} was applied with different content than in this version. The database belongs to another build.`
        : `Migration ${changed.name} was applied but is not part of this version. The database belongs to another build.`
    })
  }
  const applied = new Set(rows.map(({ id }) => id))
  const late = migrations.find(({ id }) => id < newest(rows) && !applied.has(id))
  if (late !== undefined) {
    throw new MigrationFailed({
      reason: `Migration ${late.name} comes before migrations that were already applied. The database belongs to another build.`
    })
  }
}

/** True if there are tables but no recorded migrations, as in an installation from before 2.0. */
const hasTables = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from pg_class where relkind = 'r' and relnamespace = to_regnamespace(current_schema()::text)
       and relname <> 'schema_migrations' limit 1`
  )
  return rowCount !== 0
}

/**
 * Returns the upgrade that these files would make to a database with contents. Returns undefined if the schema is up to
 * date or the database is new.
 */
const upgradeOf = async (
  client: pg.Client,
  rows: ReadonlyArray<Applied>,
  migrations: ReadonlyArray<Migration>
): Promise<Upgrade | undefined> => {
  const [from, to] = [newest(rows), newest(migrations)]
  return to > from && (from > 0 || (await hasTables(client))) ? { from, to } : undefined
}

/** Returns the result of `upgradeOf` without writing to the database. Throws if the recorded migrations do not match the files. */
export const pendingUpgrade = async (
  client: pg.Client,
  migrations: ReadonlyArray<Migration>
): Promise<Upgrade | undefined> => {
  await refuseForeignTables(client, migrations)
  const { rows: found } = await client.query<{ is: boolean }>(
    "select to_regclass('schema_migrations') is not null as is"
  )
  const rows = found[0]?.is === true ? await readApplied(client) : []
  check(rows, migrations)
  return upgradeOf(client, rows, migrations)
}

/**
 * Applies the missing migrations, one transaction per file. Runs `before` first if the database has contents. `isNewer`
 * is true if the database has migrations of a later version that this version can still use.
 */
export const applyNumbered = async (
  client: pg.Client,
  migrations: ReadonlyArray<Migration>,
  before: (upgrade: Upgrade) => Promise<void>
) => {
  await refuseForeignTables(client, migrations)
  const rows = await readApplied(client)
  check(rows, migrations)
  const upgrade = await upgradeOf(client, rows, migrations)
  if (upgrade !== undefined) await before(upgrade)
  const known = newest(rows)
  const applied: Array<string> = []
  for (const { checksum, id, isBreaking, name, sql } of migrations.filter((file) => file.id > known)) {
    await inTransaction(client, async () => {
      await client.query(sql)
      await client.query(
        "insert into schema_migrations (id, name, checksum, breaking) values ($1, $2, $3, $4)",
        [id, name, checksum, isBreaking]
      )
    }).catch((cause: unknown) => {
      throw new MigrationFailed({ reason: `Migration ${name} failed: ${String(cause)}`, cause })
    })
    applied.push(name)
  }
  return { applied, isNewer: known > newest(migrations) }
}
