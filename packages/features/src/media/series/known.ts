import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"

const Facts = Schema.NullOr(Schema.Unknown)

const Video = Schema.Struct({
  id: Schema.String,
  rootPath: Schema.String,
  path: Schema.String,
  isMissing: Schema.Boolean,
  size: Schema.Number,
  height: Schema.NullOr(Schema.Number),
  parentId: Schema.NullOr(Schema.String),
  ordinal: Schema.NullOr(Schema.Number),
  facts: Facts,
  isByHand: Schema.Boolean,
  numbers: Schema.NullOr(Schema.Unknown),
  attachedTo: Schema.NullOr(Schema.String),
  attachedAs: Schema.NullOr(Schema.String),
  label: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.Number),
  extraType: Schema.NullOr(Schema.String),
  /**
   * True if a user attached the video to a work or detached it. Always false while the work's primary file is in the
   * trash, so that a scan can make the video a work of its own. Otherwise, the video would not be in any list.
   */
  isAttachedByHand: Schema.Boolean
})
export type KnownVideo = typeof Video.Type

/** Returns all videos of a library. Missing videos are included, so that they keep their positions. */
export const videosOf = (libraryId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Video)(sql`
      select v.id, r.path as "rootPath", f.path, v.status = 'missing' as "isMissing", f.size_bytes as size, v.height, v.parent_id as "parentId", v.ordinal,
        c.facts, coalesce(c.is_by_hand, false) as "isByHand",
        case when n.item_id is not null then jsonb_build_object('season', n.season, 'episode', n.episode,
          'episodeEnd', n.episode_end, 'airDate', n.air_date) end as numbers, case when a.attached_as in ('version', 'part', 'extra') then a.to_id end as "attachedTo",
        case when a.attached_as in ('version', 'part', 'extra') then a.attached_as end as "attachedAs",
        a.label, a.number, a.extra_type as "extraType", coalesce(a.is_by_hand, false)
          and not exists (select from items p where p.id = a.to_id and p.library_id = ${TRASH_LIBRARY}) as "isAttachedByHand"
      from items v join item_files f on f.item_id = v.id join library_roots r on r.id = f.root_id
        left join video_classifications c on c.item_id = v.id left join video_numbers n on n.item_id = v.id
        left join item_attachments a on a.item_id = v.id
      where v.library_id = ${libraryId} and v.kind = 'video' order by v.id`)
  )

const Group = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  /** The title from the file names. */
  title: Schema.String,
  parentId: Schema.NullOr(Schema.String),
  ordinal: Schema.NullOr(Schema.Number),
  isRemoved: Schema.Boolean,
  isShared: Schema.Boolean,
  year: Schema.NullOr(Schema.Number),
  ids: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.String })),
  number: Schema.NullOr(Schema.Number)
})
export type KnownGroupRow = typeof Group.Type

/** Returns the series with these keys, the series that contain these seasons, and all seasons of these series. */
export const groupsKnown = (
  libraryId: string,
  keys: ReadonlyArray<string>,
  seasonIds: ReadonlyArray<string>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Group)(sql`
      with known as materialized (
        select s.item_id as id from series_facts s where s.key = any(${keys as Array<string>})
        union
        select v.parent_id from items v where v.id = any(${seasonIds as Array<string>}::uuid[]) and v.parent_id is not null
      )
      select v.id, coalesce(s.key, n.number::text) as key,
        coalesce(o.stated -> 'title' -> 'name' ->> 'value', v.title) as title,
        v.parent_id as "parentId", v.ordinal, g.is_removed as "isRemoved",
        (exists (select from series_merges m where m.series_id = v.id) or exists (select from items c
          where c.parent_id = v.id
          and c.library_id not in (${libraryId}::uuid, ${TRASH_LIBRARY}::uuid))) as "isShared",
        s.year, s.ids, n.number
      from items v join item_groups g on g.item_id = v.id left join series_facts s on s.item_id = v.id
        left join season_facts n on n.item_id = v.id left join item_sources o on o.item_id = v.id
      where v.id in (select id from known) or (v.kind = 'season' and n.series_id in (select id from known))`)
  )

const Library = Schema.Struct({
  videosAs: Schema.Literal("mixed", "movies", "series", "videos"),
  parser: Schema.NullOr(Schema.Number),
  classifiedAs: Schema.NullOr(Schema.String)
})

/** Returns the classification settings of a library, and the settings with which it was last classified. */
export const libraryOf = (libraryId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Library)(sql`
      select l.videos_as as "videosAs", c.parser, c.videos_as as "classifiedAs"
      from libraries l left join library_classifications c on c.library_id = l.id where l.id = ${libraryId}`)
  )
