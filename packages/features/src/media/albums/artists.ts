import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Picture } from "@media/wire/Picture"
import { pictureOf } from "../../catalog/items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Artist, ArtistFilter } from "./contract.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  albums: Schema.Number,
  tracks: Schema.Number,
  picture: Schema.NullOr(Picture)
})
const Answer = Schema.Struct({ total: Schema.Number, items: Schema.Array(Row) })

/** SQL sort key for artists. The key ignores articles, accents and case, and sorts numbers by value. */
const sortKey = "natural_key(regexp_replace(lower(normalize(s.name, NFKD)), '^(the|a|an)\\s+', ''))"

const found = (
  principal: Principal,
  narrowed: (sql: SqlClient.SqlClient) => ReadonlyArray<Fragment>,
  { hasAlbums, page, perPage }: Pick<ArtistFilter, "page" | "perPage" | "hasAlbums">
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const where = sql.and([visibility.items("v"), sql`v.status <> 'missing'`, ...narrowed(sql)])
    const [answer] = yield* rowsOf(Answer)(sql`
      with named as materialized (
        select a.artist_id as id, a.name, v.id as item_id, 0 as turn, v.artist_key, p.version is null as is_bare
        from album_artists a join items v on v.id = a.item_id left join item_pictures p on p.item_id = v.id
        where v.kind = 'album' and ${where}
        union all
        select a.artist_id, a.name, v.id, 1, v.artist_key, p.version is null
        from track_artists a join items v on v.id = a.item_id left join item_pictures p on p.item_id = v.id
        where v.kind = 'track' and ${where}
      ), artists as materialized (
        select id, min(name collate "C") as name, count(*) filter (where turn = 0)::int as albums,
          count(*) filter (where turn = 1)::int as tracks,
          (array_agg(item_id order by turn = 1 and is_bare, turn, artist_key, item_id))[1] as first_id
        from named group by id
        ${sql.literal(hasAlbums === true ? "having count(*) filter (where turn = 0) > 0" : "")}
      )
      select (select count(*)::int from artists) as total, coalesce((
        select jsonb_agg(page order by page.at) from (
          select row_number() over (order by ${sql.literal(sortKey)}, s.id) as at, s.id, s.name, s.albums, s.tracks,
            case v.kind when 'album' then ${sql.literal(pictureOf("album"))}
              else ${sql.literal(pictureOf("track"))} end as picture
          from artists s join items v on v.id = s.first_id left join item_pictures p on p.item_id = v.id
          order by at limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint
        ) page), '[]') as items`)
    const items: ReadonlyArray<Artist> = answer?.items ?? []
    return { items, total: answer?.total ?? 0, page, perPage }
  })

/**
 * Returns the artists of the albums and tracks that the caller may see, sorted by name. Tracks whose files are missing
 * are not counted. Artists of hidden albums and tracks are not revealed, because the query does not read their rows.
 */
export const listArtists = Effect.fn("albums.artists")((principal: Principal, filter: ArtistFilter) =>
  found(
    principal,
    (sql) => {
      const q = filter.q?.trim() ?? ""
      return [
        ...(filter.libraryId === undefined ? [] : [sql`v.library_id = ${filter.libraryId}`]),
        ...(q === ""
          ? []
          : [sql`strpos(lower(normalize(a.name, NFC)), lower(normalize(${q}::text, NFC))) > 0`])
      ]
    },
    filter
  )
)

/** Returns one artist. An artist without visible works is reported as not found. */
export const getArtist = Effect.fn("albums.artist")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "artist" })
  const { items } = yield* found(principal, (sql) => [sql`a.artist_id = ${id}::uuid`], {
    page: 1,
    perPage: 1
  })
  return items[0] ?? (yield* new NotFound({ what: "artist" }))
})
