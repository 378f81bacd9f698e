import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rowFields } from "./sourcedFields.ts"
import { shownValue, shownValues, stated, type StatedFields, type Statement, statementOf } from "./sources.ts"
import { sortTitleOf } from "./title.ts"

const Known = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  date: Schema.NullOr(Schema.String),
  details: Schema.NullOr(Schema.String),
  createdAt: Schema.DateFromSelf,
  stated: Schema.NullOr(Schema.Unknown)
})
type Known = typeof Known.Type

const Listed = Schema.Struct({
  id: Uuid,
  at: Schema.DateFromSelf,
  title: Schema.String,
  sortTitle: Schema.String,
  date: Schema.NullOr(Schema.String)
})
const Stored = Schema.Struct({ id: Uuid, stated: Schema.Unknown, shown: Schema.Unknown })
const Text = Schema.Struct({ id: Uuid, details: Schema.NullOr(Schema.String) })

const knownOf = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Known)(sql`
      select v.id, v.title, v.date, t.details, v.created_at as "createdAt", s.stated
      from items v left join item_texts t on t.item_id = v.id left join item_sources s on s.item_id = v.id
      where v.id = any(${ids as Array<string>}::uuid[])`)
  )

/**
 * Returns the values of an item before an event, keyed by field and source. For most items, the file name is the only
 * source. Such items have no row in `item_sources`, so their values are read from the item itself.
 */
const statedBefore = ({ createdAt, stated: stored, ...known }: Known): StatedFields =>
  stored === null
    ? Object.fromEntries(
        rowFields.flatMap((field) =>
          known[field] === null
            ? []
            : [[field, { name: { value: known[field], at: createdAt.toISOString() } }]]
        )
      )
    : (stored as StatedFields)

const textOrNull = (value: unknown): string | null =>
  value === undefined || value === null ? null : String(value)

const isOfRow = ({ set }: Statement) =>
  Object.keys(set).every((field) => (rowFields as ReadonlyArray<string>).includes(field))

const rowOfItem = (known: Known, { at, meta }: Recorded, statement: Statement) => {
  const before = statedBefore(known)
  const by = statement.source === "user" && meta.actor !== undefined ? { by: meta.actor } : {}
  const after = stated(before, statement, { at: at.toISOString(), ...by })
  const title = String(shownValue(after, "title") ?? known.title)
  const sortTitle = shownValue(after, "sortTitle")
  return {
    id: known.id,
    at,
    isStored: known.stated !== null || statement.source !== "name" || !isOfRow(statement),
    isText: (shownValue(after, "details") ?? null) !== known.details,
    title,
    sortTitle: sortTitleOf(typeof sortTitle === "string" && sortTitle !== "" ? sortTitle : title),
    date: textOrNull(shownValue(after, "date")),
    details: textOrNull(shownValue(after, "details")),
    stated: after,
    shown: shownValues(after)
  }
}

/** Stores the values that events set in `item_sources`, and updates the shown values in `items` and `item_texts`. */
export const writeStatements = (events: ReadonlyArray<Recorded>) =>
  Effect.gen(function* () {
    const statements = events.flatMap((recorded) => {
      const statement = statementOf(recorded.event)
      const isEmpty =
        statement === undefined || (Object.keys(statement.set).length === 0 && statement.clear.length === 0)
      return isEmpty ? [] : [{ recorded, statement }]
    })
    if (statements.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const items = yield* knownOf(statements.map(({ recorded }) => recorded.streamId))
    const known = new Map(items.map((item) => [item.id, item]))
    const rows = statements.flatMap(({ recorded, statement }) => {
      const item = known.get(recorded.streamId)
      // There is nothing to store if the event only clears values and the item has no stored values. This applies to
      // most events of files without tags.
      const isNothing =
        item?.stated === null && statement.source !== "name" && Object.keys(statement.set).length === 0
      return item === undefined || isNothing ? [] : [rowOfItem(item, recorded, statement)]
    })
    if (rows.length === 0) return
    const stored = rows.filter(({ isStored }) => isStored)
    const texts = rows.filter(({ isText }) => isText)
    yield* sql`
      update items v set title = x.title, sort_title = x.sort_title, date = x.date, updated_at = x.at
      from ${recordset(Listed, rows).from} where v.id = x.id`
    // The join with `items` prevents rows for items that another transaction is deleting.
    if (stored.length > 0)
      yield* sql`
        insert into item_sources as s (item_id, stated, shown)
        select x.id, x.stated, x.shown
        from ${recordset(Stored, stored).from} join items v on v.id = x.id for key share of v
        on conflict (item_id) do update set stated = excluded.stated, shown = excluded.shown`
    if (texts.length > 0)
      yield* sql`
        insert into item_texts as t (item_id, details)
        select x.id, x.details
        from ${recordset(Text, texts).from} join items v on v.id = x.id for key share of v
        on conflict (item_id) do update set details = excluded.details`
  })
