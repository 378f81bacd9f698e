import { type Collection, seedItems } from "@media/testkit/seed/ManyItems"

export type Query = (sql: string) => Promise<{ readonly rows: ReadonlyArray<Record<string, unknown>> }>

/**
 * Inserts the collection into the item tables. Dropping the indexes first and creating them again afterwards takes half
 * the time. Triggers keep the counts up to date.
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
