import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { recordedFields } from "@media/event-store/Projection"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { summaries } from "../../generated/summaries.ts"
import type { ItemSummary } from "../../ItemSummaries.ts"
import { fileOf, momentFromFile, momentOfFile } from "./moments.ts"
import { writeStatements } from "./sourceRows.ts"
import { isSourced } from "./sources.ts"

const SetRow = Schema.Struct({ ...recordedFields, set: Schema.Object })

const text = (field: string) => `x.set ->> '${field}'`

/**
 * The columns of `items v` that each value of a summary sets, with the SQL for their new value. Keyed by the name of
 * the value.
 */
const columns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: {
    role: `case when v.kind <> 'video' or v.role > 'video' then v.role else (${text("role")})::item_role end`
  },
  duration: { duration: `(${text("duration")})::float8` },
  width: { width: `(${text("width")})::int` },
  height: { height: `(${text("height")})::int` },
  artistKey: { artist_key: text("artistKey") },
  albumKey: { album_key: text("albumKey") },
  takenAt: {
    moment: `case when v.kind = 'image' then
      coalesce((${text("takenAt")})::timestamp, (select ${momentOfFile} from ${fileOf("x")} f)) end`,
    moment_from: `case when v.kind <> 'image' then null when ${text("takenAt")} is not null then 'camera'::moment_source
      else (select ${momentFromFile} from ${fileOf("x")} f) end`
  }
}

/**
 * Returns SQL assignments for the columns that at least one of the rows sets. Rows that do not set such a column keep
 * its value.
 */
const assignments = (rows: ReadonlyArray<{ readonly set: object }>): string => {
  const given = new Set(rows.flatMap(({ set }) => Object.keys(set)))
  return [...given]
    .flatMap((field) =>
      Object.entries(columns[field] ?? {}).map(
        ([column, value]) => `, ${column} = case when x.set ? '${field}' then ${value} else v.${column} end`
      )
    )
    .join("")
}

/** Removes titles, dates, authors and other sourced fields, because `writeStatements` writes them. */
const withoutSourced = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !isSourced(field)))

const summarized =
  ({ isExamination, values }: ItemSummary) =>
  (events: ReadonlyArray<Recorded>) => {
    const rows = events.map(({ at, event, streamId }) => ({
      id: streamId,
      at,
      set: withoutSourced(values(event as never))
    }))
    const write = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        with x as materialized (
          select * from ${recordset(SetRow, rows).from}
        ), changed as (
          update item_files f set is_probed = true, failure = null, is_failure_passing = false, failure_ctime_ms = null,
                 oshash = case when x.set ? 'oshash' then ('x' || lpad(x.set ->> 'oshash', 16, '0'))::bit(64)::bigint
                               else f.oshash end
          from x where ${isExamination} and f.item_id = x.id returning f.item_id, f.is_present
        ), noted as (
          update item_groups g set note = x.set ->> 'note' from x where x.set ? 'note' and g.item_id = x.id
        )
        update items v set updated_at = x.at,
               status = case when c.item_id is null then v.status when c.is_present then 'ready' else 'missing' end
               ${sql.literal(assignments(rows))}
        from x left join changed c on c.item_id = x.id where v.id = x.id`
    )
    return Effect.zipRight(write, writeStatements(events))
  }

/** Projection handlers that write the values from each kind's events into `items`. */
export const summaryHandlers = Object.fromEntries(
  summaries.map((each: ItemSummary) => [each.event, summarized(each)])
)
