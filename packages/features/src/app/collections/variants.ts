import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * True if any entity or collection is marked NSFW. Otherwise, viewers who hide NSFW content see the same members of
 * every rule as all other viewers.
 */
export const hasNsfwMarks = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql`(select from related_entities where is_nsfw limit 1) union all (select from collections where is_nsfw limit 1)`,
    (rows) => rows.length > 0
  )
)

/** Copies the history of a rule for viewers who hide NSFW content. Until now, all viewers had the same history. */
export const copyHistory = (id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into collection_changes (collection_id, item_id, at, is_in, hides_nsfw, cause_position, cause_type, cause_actor)
      select collection_id, item_id, at, is_in, true, cause_position, cause_type, cause_actor
      from collection_changes where collection_id = ${id} and not hides_nsfw order by id`
  )
