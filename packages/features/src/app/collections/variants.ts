import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * True if an entity or a collection is marked NSFW. Otherwise, viewers who hide NSFW content have the same members of each
 * rule as all others.
 */
export const hasNsfwMarks = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql`(select from related_entities where is_nsfw limit 1) union all (select from collections where is_nsfw limit 1)`,
    (rows) => rows.length > 0
  )
)

/** Copies the history of a rule for viewers who hide NSFW content: until now, it was the same for all viewers. */
export const copyHistory = (id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into collection_changes (collection_id, item_id, at, is_in, hides_nsfw, cause_position, cause_type, cause_actor)
      select collection_id, item_id, at, is_in, true, cause_position, cause_type, cause_actor
      from collection_changes where collection_id = ${id} and not hides_nsfw order by id`
  )
