import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Sort } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Picture } from "@media/wire/Picture"
import { pictureOf } from "../../catalog/items/queries.ts"
import { bounded } from "../../catalog/filters/bounded.ts"
import { readPlainList, wordIn } from "../../catalog/filters/plainList.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Marker, MarkerFilter, TrackMarker, WallMarker } from "./contract.ts"
import { markerFields } from "./fields.ts"

/** The kinds that have a timeline for markers. */
export type MarkedKind = "video" | "track"

const fields = {
  id: Schema.String,
  tags: Schema.Array(Schema.String),
  itemId: Schema.String,
  title: Schema.String,
  start: Schema.Number,
  end: Schema.NullOr(Schema.Number),
  createdAt: Schema.DateFromSelf
}
const Row = Schema.Struct(fields)
const columns = ({
  showNsfw
}: Principal) => `m.id, array(select e.name from marker_tags t join related_entities e on e.id = t.entity_id
    where t.marker_id = m.id and (not e.is_nsfw or ${showNsfw}) order by e.sort_key, e.id) as tags, m.item_id as "itemId", m.title, m.start_seconds as start, m.end_seconds as "end", m.created_at as "createdAt"`

const toMarker = ({ createdAt, ...row }: typeof Row.Type) => ({
  ...row,
  createdAt: toTimestamp(createdAt)
})
type AnyMarker = ReturnType<typeof toMarker>

export const ofVideo = ({ itemId, ...marker }: AnyMarker): Marker => ({ ...marker, videoId: itemId })
export const ofTrack = ({ itemId, ...marker }: AnyMarker): TrackMarker => ({ ...marker, trackId: itemId })

/** Fails with `NotFound` if the item does not exist or is hidden from the caller. */
export const requireMarked = Effect.fn("markers.requireMarked")(function* (
  principal: Principal,
  kind: MarkedKind,
  id: string
) {
  if (!isUuid(id)) return yield* new NotFound({ what: kind })
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const found = yield* sql`
    select 1 from items v where v.id = ${id} and v.kind = ${sql.literal(`'${kind}'`)} and ${visibility.items("v")}`
  if (found.length === 0) return yield* new NotFound({ what: kind })
})

/** Returns the markers of an item, sorted by time. The caller must have checked that the item is visible. */
const markersOf = (principal: Principal, itemId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      select ${sql.literal(columns(principal))} from video_markers m where m.item_id = ${itemId}
      order by m.start_seconds, m.id`)
    return rows.map(toMarker)
  })

export const listMarkers = Effect.fn("markers.list")(function* (
  principal: Principal,
  kind: MarkedKind,
  id: string
) {
  yield* requireMarked(principal, kind, id)
  return yield* markersOf(principal, id)
})

/** Returns a marker that was just written. */
export const findMarker = Effect.fn("markers.get")(function* (
  principal: Principal,
  itemId: string,
  markerId: string
) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Row)(sql`
    select ${sql.literal(columns(principal))} from video_markers m where m.id = ${markerId} and m.item_id = ${itemId}`)
  return Option.isSome(found) ? toMarker(found.value) : yield* new NotFound({ what: "marker" })
})

const WallRow = Schema.Struct({
  ...fields,
  videoTitle: Schema.String,
  videoDuration: Schema.NullOr(Schema.Number),
  picture: Schema.NullOr(Picture)
})

const orders = {
  createdAt: "m.created_at desc, m.id",
  title: "lower(m.title), m.id",
  random: "md5(m.id::text || current_date::text)"
}
const sortColumns = {
  title: "lower(m.title)",
  video: "v.sort_title",
  start: "m.start_seconds",
  length: "m.end_seconds - m.start_seconds",
  createdAt: "m.created_at"
}
const orderOf = (sort: keyof typeof orders, ofQuery: ReadonlyArray<Sort>): string =>
  ofQuery.length === 0
    ? orders[sort]
    : [
        ...ofQuery.map(
          ({ direction, field }) =>
            `${sortColumns[field as keyof typeof sortColumns]} ${direction} nulls last`
        ),
        "m.id"
      ].join(", ")

/** Returns a page of the markers of all videos that the caller may see. */
export const markerWall = Effect.fn("markers.wall")(function* (principal: Principal, filter: MarkerFilter) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const words = wordIn(sql, ["m.title", "v.title"])
  const query = yield* readPlainList(principal, filter.q, { fields: markerFields, words })
  const matches = sql.and([
    visibility.items("v"),
    sql`v.kind = 'video'`,
    ...(filter.libraryId === undefined ? [] : [sql`v.library_id = ${filter.libraryId}`]),
    query.where
  ])
  const counting = rowsOf(Schema.Struct({ total: Schema.Number }))(sql`
    select count(*)::int as total from video_markers m join items v on v.id = m.item_id where ${matches}`)
  const listing = rowsOf(WallRow)(sql`
    select ${sql.literal(columns(principal))}, v.title as "videoTitle", v.duration as "videoDuration",
      ${sql.literal(pictureOf("video"))} as picture
    from video_markers m join items v on v.id = m.item_id left join item_pictures p on p.item_id = v.id
    where ${matches} order by ${sql.literal(orderOf(filter.sort, query.sort))}
    limit ${filter.perPage} offset ${(filter.page - 1) * filter.perPage}`)
  const read = Effect.all([counting, listing])
  const [[counted], rows] = yield* query.conditions === undefined ? read : bounded(query.conditions, read)
  const items = rows.map(({ picture, videoDuration, videoTitle, ...row }): WallMarker => ({
    ...ofVideo(toMarker(row)),
    videoTitle,
    videoDuration,
    picture
  }))
  return { items, total: counted!.total, page: filter.page, perPage: filter.perPage }
})
