import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { kinds } from "../../generated/kinds.ts"
import { TRASH_LIBRARY } from "./ids.ts"
import type { AlbumDescribed } from "../../media/albums/events.ts"
import type { ItemGroupRegistered, ItemPlaced } from "./events.ts"
import { sortTitleOf } from "./title.ts"
import { albumOrder } from "./trackOrder.ts"

/** Kinds that group others, as SQL. */
const groupKinds = kinds.flatMap(({ groups, kind }) => (groups === undefined ? [] : [`'${kind}'`]))
export const groupKindList = `array[${groupKinds.join(", ")}]::item_kind[]`

interface OfStream {
  readonly streamId: string
}

/** What follows for groups and for what is in them after these items changed; see `settle_groups.sql`. */
export const settleGroups = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select settle_groups(${ids as Array<string>}::uuid[])`)

/** A handler whose items may lie in groups, or be some. */
export const settling =
  <E extends OfStream, R>(
    write: (events: ReadonlyArray<E>) => Effect.Effect<unknown, R, SqlClient.SqlClient>
  ) =>
  (events: ReadonlyArray<E>) =>
    Effect.zipRight(write(events), settleGroups(events.map(({ streamId }) => streamId)))

const Left = Schema.Struct({ parent: Schema.NullOr(Schema.String) })

/** Groups in the table of items, by the projection of all items. */
export const groupHandlers = {
  "item.group-registered.v1": settling((events: ReadonlyArray<Recorded<typeof ItemGroupRegistered.Type>>) => {
    const rows = JSON.stringify(
      events.map(({ at, event, streamId }) => ({
        ...event,
        ...event.folder,
        id: streamId,
        at,
        sortTitle: sortTitleOf(event.title)
      }))
    )
    return Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
          with x as materialized (
            select *, decode("pathBytes", 'base64') as bytes from jsonb_to_recordset(${rows}::jsonb)
              as x(id uuid, at timestamptz, kind item_kind, "rootId" uuid, path text, "pathBytes" text, title text,
                   "sortTitle" text, date text)
          ), folders as (
            insert into item_files (item_id, root_id, size_bytes, mtime_ms, is_present, is_probed, is_folder, path_hash, path,
                                    path_bytes)
            select id, "rootId", 0, 0, true, true, true, substr(sha256(bytes), 1, 16), path,
                   nullif(bytes, convert_to(path, 'UTF8'))
            from x where "rootId" is not null
          ), groups as (
            insert into item_groups (item_id, is_derived) select id, true from x
          )
          insert into items (id, library_id, kind, title, sort_title, date, status, shuffle_key, created_at, updated_at)
          select id, ${TRASH_LIBRARY}, kind, title, "sortTitle", date, 'missing', hashtextextended(id::text, 0), at, at
          from x`
    )
  }),
  // What tags say of an album is its place in lists, and its title where no person gave one.
  "album.described.v1": (events: ReadonlyArray<Recorded<typeof AlbumDescribed.Type>>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      // An update by several rows of one item takes any of them.
      const last = new Map(events.map((each) => [each.streamId, each]))
      const rows = [...last.values()].map(({ at, event, streamId }) => ({
        id: streamId,
        at,
        title: event.title ?? null,
        sortTitle: event.title == null ? null : sortTitleOf(event.title),
        artistKey: albumOrder(event)
      }))
      return sql`
        update items v set artist_key = x."artistKey", title = coalesce(x.title, v.title),
               sort_title = coalesce(x."sortTitle", v.sort_title), updated_at = x.at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as x(id uuid, at timestamptz, "artistKey" text, title text, "sortTitle" text) where v.id = x.id`
    }),
  "item.placed.v1": (events: ReadonlyArray<Recorded<typeof ItemPlaced.Type>>) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = JSON.stringify(events.map(({ event, streamId }) => ({ ...event, id: streamId })))
      const left = yield* rowsOf(Left)(sql`
        with x as materialized (
          select x.*, v.parent_id as "leftId" from jsonb_to_recordset(${rows}::jsonb) as x(id uuid, "parentId" uuid, ordinal int)
            join items v on v.id = x.id
        ), placed as (
          update items v set parent_id = x."parentId", ordinal = x.ordinal from x where v.id = x.id
        )
        select distinct "leftId" as parent from x where "leftId" is distinct from "parentId"`)
      const groups = left.flatMap(({ parent }) => (parent === null ? [] : [parent]))
      yield* settleGroups([...events.map(({ streamId }) => streamId), ...groups])
    })
}
