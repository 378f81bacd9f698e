import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { Picture } from "@media/wire/Picture"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { preferredVersion } from "../../catalog/items/preferredVersion.ts"
import { pictureOf } from "../../catalog/items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const Row = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  attachedAs: Schema.Literal("version", "part", "extra"),
  label: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.Number),
  extraType: Schema.NullOr(Schema.String),
  picture: Schema.NullOr(Picture),
  isMissing: Schema.Boolean,
  duration: Schema.NullOr(Schema.Number),
  width: Schema.NullOr(Schema.Number),
  height: Schema.NullOr(Schema.Number),
  size: Schema.Number
})

/** Maximum number of extras in a response. */
const MOST_EXTRAS = 500

const columns = `v.id, v.title, a.attached_as as "attachedAs", a.label, a.number, a.extra_type as "extraType",
  v.status = 'missing' as "isMissing", v.duration, v.width, v.height, coalesce(v.size_bytes, 0) as size,
  ${pictureOf("video")} as picture`

/**
 * Returns the versions, parts and extras of a work, if the caller may see them. Also returns the id of the file that is
 * played if the caller does not choose a version.
 */
export const attachmentsOf = Effect.fn("series.attachments")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)}
    from item_attachments a join items v on v.id = a.item_id left join item_pictures p on p.item_id = v.id
    where a.to_id = ${id} and a.attached_as in ('version', 'part', 'extra') and ${visibility.items("v")}
    order by a.number nulls last, v.height desc nulls last, v.size_bytes desc, v.id`)
  const of = (as: string) => rows.flatMap(({ attachedAs, ...row }) => (attachedAs === as ? [row] : []))
  const versions = of("version")
  const preferredId = versions.length === 0 ? id : yield* preferredVersion(principal, id)
  return { versions, parts: of("part"), extras: of("extra"), preferredId }
})

const CountRow = Schema.Struct({ id: Schema.String, count: Schema.Number })

/**
 * Returns the number of versions of each work, including the primary file, keyed by work id. Works without further
 * versions that the caller may see are not in the result.
 */
export const countVersions = (principal: Principal, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const rows = yield* rowsOf(CountRow)(sql`
      select a.to_id as id, count(*)::int + 1 as count
      from item_attachments a join items v on v.id = a.item_id
      where a.to_id = any(${ids as Array<string>}::uuid[]) and a.attached_as = 'version' and ${visibility.items("v")}
      group by a.to_id`)
    return new Map(rows.map(({ count, id }) => [id, count]))
  })

const ExtraRow = Schema.Struct({ ...Row.omit("attachedAs").fields, season: Schema.NullOr(Schema.Number) })

/** Returns the extras of a series and of its seasons that the caller may see. Extras of the series come first. */
export const extrasOfSeries = Effect.fn("series.extras")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  return yield* rowsOf(ExtraRow)(sql`
    select ${sql.literal(columns)}, s.ordinal as season
    from items g left join items s on s.id = g.id and s.kind = 'season'
      join item_attachments a on a.to_id = g.id and a.attached_as = 'extra'
      join items v on v.id = a.item_id left join item_pictures p on p.item_id = v.id
    where (g.id = ${id} or g.parent_id = ${id}) and g.kind in ('series', 'season') and ${visibility.items("v")}
    order by s.ordinal nulls first, v.title, v.id limit ${MOST_EXTRAS}`)
})
