import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf, select } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { settingsFields } from "./events.ts"
import { followMerges } from "./following.ts"

/** A row of `collections`. */
export const StoredCollection = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  createdAt: Schema.DateFromSelf,
  updatedAt: Schema.DateFromSelf,
  ...settingsFields
})
export type StoredCollection = typeof StoredCollection.Type

/**
 * Returns the condition that the caller may see a collection, which must be the caller's own or shared. NSFW
 * collections are hidden like NSFW items.
 */
export const seenBy = (
  sql: SqlClient.SqlClient,
  { accountId, showNsfw }: Pick<Principal, "accountId" | "showNsfw">,
  alias = "s"
): Fragment =>
  sql`(${sql.literal(`${alias}.account_id`)} = ${accountId} or ${sql.literal(`${alias}.is_shared`)})
    and ${sql.literal(showNsfw ? "true" : `not ${alias}.is_nsfw`)}`

/** Returns the collections that match `where` and that the caller may see, sorted by name. */
export const storedCollections = (
  principal: Pick<Principal, "accountId" | "showNsfw">,
  where: (sql: SqlClient.SqlClient) => Fragment
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(StoredCollection)(sql`
      select ${select(StoredCollection, "s", { limit: "s.item_limit" })} from collections s
      where ${seenBy(sql, principal)} and ${where(sql)} order by lower(s.name), s.id`)
  ).pipe(Effect.flatMap(followMerges))
