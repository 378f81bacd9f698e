import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { WriteNfo } from "../../../library/libraries/contract.ts"

const NullableInt = Schema.NullOr(Schema.Int)
const Bytes = Schema.NullOr(Schema.Uint8ArrayFromSelf)

const Row = Schema.Struct({
  id: Schema.String,
  rootId: Schema.String,
  root: Schema.String,
  path: Schema.String,
  kind: Schema.Literal("movie", "tvshow", "season", "episodedetails"),
  mode: WriteNfo,
  title: Schema.String,
  date: Schema.NullOr(Schema.String),
  stated: Schema.NullOr(Schema.Unknown),
  season: NullableInt,
  episode: NullableInt,
  episodeEnd: NullableInt,
  airDate: Schema.NullOr(Schema.String),
  showTitle: Schema.NullOr(Schema.String),
  isByHand: Schema.Boolean,
  /**
   * The root element of the file when the file was last read. Null if the file was never read or if the server created
   * it.
   */
  knownKind: Schema.NullOr(Schema.String),
  knownSize: Schema.NullOr(Schema.Number),
  knownMtimeMs: Schema.NullOr(Schema.Number),
  hash: Bytes,
  beforeHash: Bytes,
  wanted: Bytes,
  fields: Schema.NullOr(Schema.Array(Schema.String))
})
export type TargetRow = typeof Row.Type

/** Maximum number of items per statement. */
const CHUNK = 500

/**
 * Returns the next batch of items whose NFO file may have to be written, sorted by id and starting after the id
 * `after`. Only libraries with NFO writing turned on are included.
 */
export const targetsAfter = (after: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Row)(sql`
      select t.item_id as id, t.root_id as "rootId", r.path as root, t.path, t.kind, l.write_nfo as mode, v.title, v.date,
        s.stated, coalesce(e.season, n.number) as season, e.episode, e.episode_end as "episodeEnd", e.air_date as "airDate",
        g.title as "showTitle", coalesce(c.is_by_hand, false) as "isByHand",
        f.kind as "knownKind", f.size_bytes as "knownSize", f.mtime_ms as "knownMtimeMs",
        w.hash, w.before_hash as "beforeHash", w.wanted, w.fields
      from nfo_targets t join library_roots r on r.id = t.root_id
        join libraries l on l.id = r.library_id and l.write_nfo <> 'off'
        join items v on v.id = t.item_id and v.status <> 'missing'
        left join item_sources s on s.item_id = v.id left join video_episodes e on e.item_id = v.id
        left join video_classifications c on c.item_id = v.id left join season_facts n on n.item_id = v.id
        left join season_facts m on m.item_id = v.parent_id left join items g on g.id = m.series_id
        left join nfo_files f on f.root_id = t.root_id
          and f.path_hash = substring(sha256(convert_to(t.path, 'UTF8')) for 16)
        left join nfo_written w on w.root_id = t.root_id
          and w.path_hash = substring(sha256(convert_to(t.path, 'UTF8')) for 16)
      where t.item_id > ${after} order by t.item_id limit ${CHUNK}`)
  )

const Genre = Schema.Struct({ name: Schema.String })

/** The lower-case names of the tags below the "Genre" tag. */
export const genreNames = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    rowsOf(Genre)(sql`
      select lower(e.name) as name from related_entities g join related_parents p on p.parent_id = g.id
        join related_entities e on e.id = p.entity_id
      where g.kind = 'tag' and g.folded = 'genre'`),
    (rows): ReadonlySet<string> => new Set(rows.map(({ name }) => name))
  )
)

/**
 * Records a file before the server writes it, so that the server recognizes its own file even after an interruption.
 */
export const rememberFile = (
  { hash, id, path, rootId }: TargetRow,
  next: { readonly hash: Buffer; readonly fields: ReadonlyArray<string> }
) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into nfo_written (root_id, path_hash, item_id, hash, before_hash, wanted, fields)
      values (${rootId}, substring(sha256(convert_to(${path}, 'UTF8')) for 16), ${id}, ${next.hash},
        ${hash === null ? null : Buffer.from(hash)}, null, ${next.fields as Array<string>})
      on conflict (root_id, path_hash) do update set item_id = excluded.item_id, hash = excluded.hash,
        before_hash = excluded.before_hash, wanted = null, fields = excluded.fields`
  )

export const rememberWanted = ({ path, rootId }: TargetRow, wanted: Buffer) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update nfo_written set wanted = ${wanted}
      where root_id = ${rootId} and path_hash = substring(sha256(convert_to(${path}, 'UTF8')) for 16)`
  )
