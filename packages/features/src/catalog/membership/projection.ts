import * as SqlClient from "@effect/sql/SqlClient"
import { lastOfStreams, projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import { type CollectionEvent, CollectionSaved, Entry, EntriesRemoved, Membership } from "./events.ts"

const json = { [SqlType]: "jsonb" }
const { coverItemId, description, isNsfw, isShared, limit, name, picture, rules, sort } =
  CollectionSaved.fields
const Saved = Schema.Struct({
  ...recordedFields,
  accountId: CollectionSaved.fields.accountId,
  ...{ coverItemId, description, isNsfw, isShared, name },
  limit: limit.annotations(json),
  picture: picture.annotations(json),
  rules: rules.annotations(json),
  sort: sort.annotations(json)
})
const EntryRow = Schema.Struct({
  ...recordedFields,
  ...Entry.fields,
  membership: Membership.annotations({ [SqlType]: "collection_membership" })
})
const Gone = Schema.Struct({ id: recordedFields.id, itemId: EntriesRemoved.fields.itemIds.value })

const forget = (collectionIds: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = collectionIds as Array<string>
    // This statement waits for concurrent transactions that add entries, so that the next statement sees and deletes
    // their entries.
    yield* sql`delete from collections where id = any(${ids}::uuid[])`
    yield* sql`delete from collection_entries where collection_id = any(${ids}::uuid[])`
  })

/** Collections of existing accounts, with their entries. */
export const membershipProjection = projection<CollectionEvent | typeof AccountDeleted.Type>({
  name: "membership",
  tables: ["collections", "collection_entries"],
  handlers: {
    "collection.saved.v1": (events) => {
      const rows = recordset(Saved, events.map(recordedRow), { columns: { limit: "item_limit" } })
      return Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into collections (id, account_id, created_at, updated_at, is_shared, is_nsfw, name, description, rules,
            sort, item_limit, cover_item_id, picture)
          select x.id, x.account_id, x.at, x.at, x.is_shared, x.is_nsfw, x.name, x.description, nullif(x.rules, 'null'),
            x.sort, nullif(x.item_limit, 'null'), x.cover_item_id, nullif(x.picture, 'null')
          from ${rows.from} join accounts a on a.id = x.account_id for key share of a
          on conflict (id) do update set updated_at = excluded.updated_at, is_shared = excluded.is_shared,
            is_nsfw = excluded.is_nsfw, name = excluded.name, description = excluded.description,
            rules = excluded.rules, sort = excluded.sort, item_limit = excluded.item_limit,
            cover_item_id = excluded.cover_item_id, picture = excluded.picture`
      )
    },
    "collection.entries-set.v1": (events) => {
      const rows = recordset(
        EntryRow,
        events.flatMap((recorded) =>
          recorded.event.entries.map((entry) => ({ ...recordedRow(recorded), ...entry }))
        )
      )
      return Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into collection_entries (collection_id, item_id, added_at, ordinal, membership, note)
          select x.id, x.item_id, x.at, x.ordinal, x.membership, x.note
          from ${rows.from} join collections c on c.id = x.id for key share of c
          on conflict (collection_id, item_id) do update
            set ordinal = excluded.ordinal, membership = excluded.membership, note = excluded.note`
      )
    },
    "collection.entries-removed.v1": (events) => {
      const rows = recordset(
        Gone,
        events.flatMap(({ event, streamId }) => event.itemIds.map((itemId) => ({ id: streamId, itemId })))
      )
      return Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from collection_entries e using ${rows.from} where e.collection_id = x.id and e.item_id = x.item_id`
      )
    },
    "collection.removed.v1": (events) => forget(lastOfStreams(events).map(({ streamId }) => streamId)),
    "account.deleted.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.flatMap(
          sql`select id from collections where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`,
          (rows) => forget(rows.map((row) => String(row["id"])))
        )
      )
  }
})
