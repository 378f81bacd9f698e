import pg from "pg"
import { MigrationFailed } from "./MigrationErrors.ts"
import type { RepeatableMigration } from "./MigrationFiles.ts"
import { inTransaction } from "./NumberedMigrations.ts"

interface Applied {
  readonly name: string
  readonly checksum: string
  /** Signatures of the functions that the file created, such as `jobs_log(jsonb)`. */
  readonly functions: ReadonlyArray<string>
}

/**
 * PostgreSQL rejects a `create or replace` with this code if the statement changes the return type, or the name or
 * default of a parameter.
 */
const invalidFunctionDefinition = "42P13"

const readApplied = async (client: pg.Client): Promise<ReadonlyArray<Applied>> => {
  await client.query(
    `create table if not exists schema_functions (
       name text primary key, checksum text not null, functions text[] not null,
       applied_at timestamptz not null default now())`
  )
  const { rows } = await client.query<Applied>(
    "select name, checksum, functions from schema_functions order by name"
  )
  return rows
}

const drop = async (client: pg.Client, functions: ReadonlyArray<string>): Promise<void> => {
  // "cascade" is never used, because an object that depends on the function must fail the migration instead of being
  // dropped.
  for (const signature of functions) await client.query(`drop routine if exists ${signature}`)
}

/**
 * Returns the functions that the running transaction has created or replaced. The query cannot see
 * functions that were created in a subtransaction, so this module uses no savepoints.
 */
const createdNow = async (client: pg.Client): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.xmin = pg_current_xact_id()::xid order by 1`
  )
  return rows.map(({ signature }) => signature)
}

const applyOne = async (
  client: pg.Client,
  file: RepeatableMigration,
  isKnown: (signature: string) => boolean
): Promise<ReadonlyArray<string>> => {
  try {
    await client.query(file.sql)
  } catch (cause) {
    if (isRefusedReplacement(cause)) throw cause
    throw new MigrationFailed({ reason: `Migration ${file.name} failed: ${String(cause)}`, cause })
  }
  const created = await createdNow(client)
  const functions = created.filter((signature) => !isKnown(signature))
  await client.query(
    `insert into schema_functions (name, checksum, functions) values ($1, $2, $3)
     on conflict (name) do update set checksum = excluded.checksum, functions = excluded.functions, applied_at = now()`,
    [file.name, file.checksum, functions]
  )
  return functions
}

/** Applies the files in one transaction, so that running processes see either all old functions or all new ones. */
const applyChanged = (
  client: pg.Client,
  files: ReadonlyArray<RepeatableMigration>,
  before: ReadonlyArray<string>,
  isDroppingFirst: boolean
) =>
  inTransaction(client, async () => {
    if (isDroppingFirst) await drop(client, before)
    const created = new Set<string>()
    for (const file of files) {
      const functions = await applyOne(client, file, (signature) => created.has(signature))
      functions.forEach((signature) => created.add(signature))
    }
    // A function with a different parameter list is created next to the old function and would make calls ambiguous, so
    // the old function is dropped.
    await drop(
      client,
      before.filter((signature) => !created.has(signature))
    )
  })

const isRefusedReplacement = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === invalidFunctionDefinition

/**
 * Returns the names of applied files that this version does not ship. Deletes the rows of files whose functions a
 * migration has dropped.
 */
const findUnknown = async (
  client: pg.Client,
  rows: ReadonlyArray<Applied>,
  files: ReadonlyArray<RepeatableMigration>
): Promise<ReadonlyArray<string>> => {
  const names = rows.map(({ name }) => name).filter((name) => !files.some((file) => file.name === name))
  await client.query(
    `delete from schema_functions f where f.name = any ($1)
       and not exists (select from unnest(f.functions) s(signature) where to_regprocedure(s.signature) is not null)`,
    [names]
  )
  const { rows: left } = await client.query<{ name: string }>(
    "select name from schema_functions where name = any ($1) order by name",
    [names]
  )
  return left.map(({ name }) => name)
}

/**
 * Applies the files whose text differs from the last applied text, sorted by name. The functions of a removed file are
 * kept, because a process of another version may still call them. `unknown` contains the names of the removed files.
 */
export const applyRepeatable = async (client: pg.Client, files: ReadonlyArray<RepeatableMigration>) => {
  const rows = await readApplied(client)
  const changed = files.filter(
    (file) => rows.find(({ name }) => name === file.name)?.checksum !== file.checksum
  )
  const names = changed.map(({ name }) => name)
  if (changed.length > 0) {
    const before = rows.flatMap(({ functions, name }) => (names.includes(name) ? functions : []))
    await applyChanged(client, changed, before, false)
      .catch((cause: unknown) => {
        if (!isRefusedReplacement(cause)) throw cause
        return applyChanged(client, changed, before, true)
      })
      .catch((cause: unknown) => {
        if (cause instanceof MigrationFailed) throw cause
        throw new MigrationFailed({
          reason: `Migration of ${names.join(", ")} failed: ${String(cause)}`,
          cause
        })
      })
  }
  return { applied: names, unknown: await findUnknown(client, rows, files) }
}
