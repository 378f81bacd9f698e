import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { lastOfStreams, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SeriesMerged, type SeriesSplit } from "./events.ts"

const MergedRow = Schema.Struct({ id: Uuid, ...SeriesMerged.fields })
const mergeColumns = { id: "series_id", into: "into_id" }

/** Handlers that record which series were merged. */
export const mergeHandlers = {
  "series.merged.v1": (events: ReadonlyArray<Recorded<typeof SeriesMerged.Type>>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      const rows = recordset(MergedRow, lastOfStreams(events).map(recordedRow), { columns: mergeColumns })
      return sql`
        insert into series_merges (${rows.columns}) select ${rows.values}
        from ${rows.from} join items v on v.id = x.series_id for key share of v
        on conflict (series_id) do update set ${rows.excluded}`
    }),
  "series.split.v1": (events: ReadonlyArray<Recorded<typeof SeriesSplit.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        delete from series_merges where series_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
    )
}
