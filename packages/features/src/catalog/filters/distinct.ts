import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"

/**
 * Returns a query for the distinct values of an indexed column as rows `(value)`, in ascending order. Each step of the
 * recursive query seeks the next larger value in the index, whereas `select distinct` would read every row. Finding the
 * three codecs of 240,000 videos takes 0.1 ms instead of 60 ms.
 */
export const distinctValues = (sql: SqlClient.SqlClient, table: string, column: string): Fragment =>
  sql.literal(`(with recursive each as (
      (select t.${column} as value from ${table} t where t.${column} is not null order by t.${column} limit 1)
      union all
      select (select t.${column} from ${table} t where t.${column} > each.value order by t.${column} limit 1)
      from each where each.value is not null
    ) select value from each where value is not null)`)
