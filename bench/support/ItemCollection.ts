import { type Collection, seedItems } from "@media/testkit/seed/ManyItems"

export type Query = (sql: string) => Promise<{ readonly rows: ReadonlyArray<Record<string, unknown>> }>

/**
 * Fills tables without indexes and creates the indexes afterwards, which takes half the time. Triggers maintain the
 * counts.
 */
export const fillItems = async (query: Query, collection: Collection): Promise<void> => {
  const { rows } = await query(
    `select indexname, indexdef from pg_indexes
     where tablename in ('items', 'item_files') and indexname not in ('items_pkey', 'item_files_pkey')`
  )
  const statements = [
    "set work_mem = '256MB'",
    "set maintenance_work_mem = '512MB'",
    ...rows.map(({ indexname }) => `drop index ${String(indexname)}`),
    ...seedItems(collection),
    ...rows.map(({ indexdef }) => String(indexdef))
  ]
  await query(statements.join(";\n"))
  await query("vacuum (analyze)")
}
