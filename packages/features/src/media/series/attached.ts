import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const Row = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  attachedAs: Schema.Literal("version", "part", "extra"),
  label: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.Number),
  extraType: Schema.NullOr(Schema.String),
  isMissing: Schema.Boolean,
  duration: Schema.NullOr(Schema.Number),
  width: Schema.NullOr(Schema.Number),
  height: Schema.NullOr(Schema.Number),
  size: Schema.Number
})

const Preferred = Schema.Struct({ id: Schema.String })

/**
 * Returns the id of the version of a work that the caller played last. If that version is missing or is the primary
 * file of the work, returns the id of the work.
 */
export const preferredVersion = Effect.fn("series.preferredVersion")(function* (
  principal: Principal,
  id: string
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const [row] = yield* rowsOf(Preferred)(sql`
    select v.id from user_progress up
      join item_attachments a on a.item_id = up.version_id and a.to_id = up.item_id and a.attached_as = 'version'
      join items v on v.id = a.item_id and v.status = 'ready'
    where up.account_id = ${principal.accountId} and up.item_id = ${id} and ${visibility.items("v")}`)
  return row?.id ?? id
})

/** Returns the versions, parts and extras of a work that the caller may see. */
export const attachmentsOf = Effect.fn("series.attachments")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(Row)(sql`
    select v.id, v.title, a.attached_as as "attachedAs", a.label, a.number, a.extra_type as "extraType",
      v.status = 'missing' as "isMissing", v.duration, v.width, v.height, coalesce(v.size_bytes, 0) as size
    from item_attachments a join items v on v.id = a.item_id
    where a.to_id = ${id} and a.attached_as <> 'none' and ${visibility.items("v")}
    order by a.number nulls last, v.height desc nulls last, v.size_bytes desc, v.id`)
  const of = (as: string) => rows.flatMap(({ attachedAs, ...row }) => (attachedAs === as ? [row] : []))
  return { versions: of("version"), parts: of("part"), extras: of("extra") }
})
