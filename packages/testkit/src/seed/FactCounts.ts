interface Runner {
  readonly rows: (text: string) => Promise<ReadonlyArray<Record<string, unknown>>>
}

/** Compares the maintained counts of field values with counts of the items. Returns the rows that differ. */
export const differingFactCounts = async (store: Runner): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const counted = await store.rows("select table_name, column_name from counted_facts order by 1, 2")
  const wanted = counted.map(({ column_name, table_name }) => {
    const [table, column] = [String(table_name), String(column_name)]
    return `select '${table}.${column}' as field, k.${column} as value, v.library_id, v.kind, v.is_nsfw, count(*) as n
      from ${table} k join items v on v.id = k.item_id where k.${column} is not null group by 2, 3, 4, 5`
  })
  return store.rows(`
    with wanted as (${wanted.join(" union all ")}),
      held as (select field, value, library_id, kind, is_nsfw, n from fact_counts where n <> 0)
    (select 'missing' as what, w.* from (select * from wanted except all select * from held) w)
    union all
    (select 'extra', h.* from (select * from held except all select * from wanted) h)`)
}
