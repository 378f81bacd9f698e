import type pg from "pg"
import { MigrationFailed } from "./MigrationErrors.ts"

/** Matches the names of tables, indexes, views and types that a migration creates. Migrations do not quote names. */
const made =
  /(?:^|;)\s*create\s+(?:unique\s+)?(?:table|index|view|type)\s+(?:if\s+not\s+exists\s+)?([a-z_][a-z0-9_]*)/gim

/** The table that records the applied migrations. */
const history = "schema_migrations"
const historyColumns = ["id", "name", "checksum", "breaking"]

/**
 * True if no migration has run yet: the table of migrations is missing or empty. Throws if another program owns the
 * table.
 */
const isFirst = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ readonly column: string }>(
    "select attname as column from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped",
    [history]
  )
  if (rows.length === 0) return true
  if (!historyColumns.every((name) => rows.some(({ column }) => column === name))) throw occupied([history])
  const noted = await client.query(`select 1 from ${history} limit 1`)
  return noted.rows.length === 0
}

const occupied = (names: ReadonlyArray<string>): MigrationFailed =>
  new MigrationFailed({
    reason:
      `The database contains objects that this version did not create, under names it needs: ${names.join(", ")}. Nothing was changed. ` +
      `Give the media library its own database, or move these objects to another schema: create schema before; ` +
      `alter table ${names[0] ?? ""} set schema before;`
  })

/**
 * Rejects a database that contains tables of other programs, such as tables of a version before 2.0. Without
 * this check, a migration might fail because of such a table after earlier migrations have already
 * changed the database. Does not write to the database.
 */
export const refuseForeignTables = async (
  client: pg.Client,
  migrations: ReadonlyArray<{ readonly sql: string }>
): Promise<void> => {
  if (!(await isFirst(client))) return
  const names = migrations.flatMap(({ sql }) => [...sql.matchAll(made)].map((match) => match[1] ?? ""))
  const { rows } = await client.query<{ readonly name: string }>(
    `select name from unnest($1::text[]) with ordinality wanted (name, position),
       lateral (select quote_ident(current_schema()) || '.' || quote_ident(name) as full_name) f
     where to_regclass(full_name) is not null or to_regtype(full_name) is not null
     group by name order by min(position)`,
    [[...new Set(names)]]
  )
  if (rows.length > 0) throw occupied(rows.map(({ name }) => name))
}
