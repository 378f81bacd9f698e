import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { recordedFields, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { kinds } from "../../generated/kinds.ts"
import { TRASH_LIBRARY } from "./ids.ts"
import { ItemGroupRegistered, ItemPlaced } from "./events.ts"
import { GroupChaptersSet, GroupCoverChosen, type GroupOrdered } from "./groupEvents.ts"
import { sortTitleOf } from "./title.ts"

/** Kinds that can contain other items, as SQL literals. */
const groupKinds = kinds.flatMap(({ groups, kind }) => (groups === undefined ? [] : [`'${kind}'`]))
export const groupKindList = `array[${groupKinds.join(", ")}]::item_kind[]`

interface OfStream {
  readonly streamId: string
}

/**
 * Recomputes the library, status and NSFW flag of the groups among these items, and of all groups that contain any of
 * the items. See `recompute_groups.sql`.
 */
export const recomputeGroups = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select recompute_groups(${ids as Array<string>}::uuid[])`)

/**
 * Wraps a projection handler that changes items which may be groups or in groups. The returned handler recomputes these
 * groups after the change.
 */
export const recomputingGroups =
  <E extends OfStream, R>(
    write: (events: ReadonlyArray<E>) => Effect.Effect<unknown, R, SqlClient.SqlClient>
  ) =>
  (events: ReadonlyArray<E>) =>
    Effect.zipRight(write(events), recomputeGroups(events.map(({ streamId }) => streamId)))

const GroupRow = Schema.Struct({
  ...recordedFields,
  ...ItemGroupRegistered.pick("kind", "title", "date").fields,
  rootId: Schema.optional(Uuid),
  path: Schema.optional(Schema.String),
  pathBytes: Schema.optional(Schema.String),
  sortTitle: Schema.String
})
const CoverRow = Schema.Struct({ id: Uuid, ...GroupCoverChosen.fields })
const ChaptersRow = Schema.Struct({ id: Uuid, ...GroupChaptersSet.fields })
const PlacedRow = Schema.Struct({ id: Uuid, ...ItemPlaced.fields })
const Left = Schema.Struct({ parent: Schema.NullOr(Schema.String) })

/** Projection handlers for groups, used by the projection of all items. */
export const groupHandlers = {
  "item.group-registered.v1": recomputingGroups(
    (events: ReadonlyArray<Recorded<typeof ItemGroupRegistered.Type>>) => {
      const rows = recordset(
        GroupRow,
        events.map((each) => ({
          ...recordedRow(each),
          ...each.event.folder,
          sortTitle: sortTitleOf(each.event.title)
        }))
      )
      return Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with x as materialized (
            select *, decode(path_bytes, 'base64') as bytes from ${rows.from}
          ), folders as (
            insert into item_files (item_id, root_id, size_bytes, mtime_ms, is_present, is_probed, is_folder, path_hash, path,
                                    path_bytes)
            select id, root_id, 0, 0, true, true, true, substr(sha256(bytes), 1, 16), path,
                   nullif(bytes, convert_to(path, 'UTF8'))
            from x where root_id is not null
          ), groups as (
            insert into item_groups (item_id, is_derived) select id, true from x
          )
          insert into items (id, library_id, kind, title, sort_title, date, status, shuffle_key, created_at, updated_at)
          select id, ${TRASH_LIBRARY}, kind, title, sort_title, date, 'missing', hashtextextended(id::text, 0), at, at
          from x`
      )
    }
  ),
  "group.ordered.v1": (events: ReadonlyArray<Recorded<typeof GroupOrdered.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        update item_groups set is_hand_sorted = true
        where item_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
    ),
  "group.cover-chosen.v1": (events: ReadonlyArray<Recorded<typeof GroupCoverChosen.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        update item_groups g set cover_id = x.item_id
        from ${recordset(CoverRow, events.map(recordedRow)).from} where g.item_id = x.id`
    ),
  "group.chapters-set.v1": (events: ReadonlyArray<Recorded<typeof GroupChaptersSet.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        update item_groups g set chapters = x.chapters
        from ${recordset(ChaptersRow, events.map(recordedRow)).from} where g.item_id = x.id`
    ),
  "item.placed.v1": (events: ReadonlyArray<Recorded<typeof ItemPlaced.Type>>) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const left = yield* rowsOf(Left)(sql`
        with x as materialized (
          select x.*, v.parent_id as left_id from ${recordset(PlacedRow, events.map(recordedRow)).from}
            join items v on v.id = x.id
        ), placed as (
          update items v set parent_id = x.parent_id, ordinal = x.ordinal from x where v.id = x.id
        )
        select distinct left_id as parent from x where left_id is distinct from parent_id`)
      const groups = left.flatMap(({ parent }) => (parent === null ? [] : [parent]))
      yield* recomputeGroups([...events.map(({ streamId }) => streamId), ...groups])
    })
}
