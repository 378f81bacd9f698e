import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { lastOfStreams, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { VideoNumbered, type VideoRenumbered } from "./events.ts"

const NumbersRow = Schema.Struct({
  id: Uuid,
  ...VideoNumbered.pick("season", "episode", "episodeEnd", "airDate").fields
})
const columns = { id: "item_id" }

const lastRows = <E extends typeof VideoNumbered.Type | typeof VideoRenumbered.Type>(
  events: ReadonlyArray<Recorded<E>>
) => lastOfStreams(events).map(recordedRow)

const renumbered = (events: ReadonlyArray<Recorded<typeof VideoRenumbered.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { from } = recordset(NumbersRow, lastRows(events), { columns })
    yield* sql`
      update video_classifications c set facts = c.facts || jsonb_build_object('season', x.season, 'episode', x.episode,
        'episodeEnd', x.episode_end, 'airDate', x.air_date) from ${from} where c.item_id = x.item_id`
    yield* sql`
      update video_episodes e set season = coalesce(x.season, 1), episode = x.episode, episode_end = x.episode_end,
        air_date = x.air_date from ${from} where e.item_id = x.item_id`
  })

/** Handlers that record the numbers from reviewed results. */
export const numberHandlers = {
  "video.numbered.v1": (events: ReadonlyArray<Recorded<typeof VideoNumbered.Type>>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      const rows = recordset(NumbersRow, lastRows(events), { columns })
      return sql`
        insert into video_numbers (${rows.columns}) select ${rows.values}
        from ${rows.from} join items v on v.id = x.item_id for key share of v
        on conflict (item_id) do update set ${rows.excluded}`
    }),
  "video.renumbered.v1": renumbered
}
