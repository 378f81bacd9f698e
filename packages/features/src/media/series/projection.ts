import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { lastOfStreams, projection, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { LibraryRemoved } from "../../library/libraries/events.ts"
import {
  NextUpDismissed,
  NextUpRestored,
  SeasonDescribed,
  SeriesDescribed,
  type SeriesEvent,
  SeriesScanFinished,
  VideoClassified
} from "./events.ts"
import { factsOf } from "./facts.ts"
import { mergeHandlers } from "./mergeProjection.ts"
import { numberHandlers } from "./numbersProjection.ts"

type Projected =
  SeriesEvent | typeof LibraryItemsForgotten.Type | typeof LibraryRemoved.Type | typeof AccountDeleted.Type

const Int = Schema.NullOr(Schema.Int)
const ClassifiedRow = Schema.Struct({
  id: Uuid,
  ...VideoClassified.pick("isByHand", "parser", "proof").fields,
  role: VideoClassified.fields.role.annotations({ [SqlType]: "item_role" }),
  facts: Schema.Unknown
})
const MovieRow = Schema.Struct({ id: Uuid, ...VideoClassified.pick("title", "year", "ids").fields })
const EpisodeRow = Schema.Struct({
  id: Uuid,
  season: Schema.Int,
  episode: Int,
  episodeEnd: Int,
  absolute: Int,
  airDate: Schema.NullOr(Schema.String),
  beforeSeason: Schema.optional(Int),
  beforeEpisode: Schema.optional(Int),
  afterSeason: Schema.optional(Int),
  ...VideoClassified.pick("title", "ids").fields
})
const SeriesRow = Schema.Struct({ id: Uuid, ...SeriesDescribed.pick("key", "year", "ids").fields })
const SeasonRow = Schema.Struct({ id: Uuid, ...SeasonDescribed.fields })
const DismissedRow = Schema.Struct({ ...NextUpDismissed.fields, at: Schema.DateFromSelf })
const columns = { id: "item_id" }

const lastRows = <E extends Projected>(events: ReadonlyArray<Recorded<E>>) =>
  lastOfStreams(events).map(recordedRow)

const classified = (events: ReadonlyArray<Recorded<VideoClassified>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const all = lastOfStreams(events).map(({ event, streamId }) => ({
      ...factsOf(event),
      ...factsOf(event).airs,
      id: streamId,
      season: factsOf(event).season ?? 1,
      isByHand: event.isByHand,
      parser: event.parser,
      proof: event.proof,
      facts: factsOf(event)
    }))
    const of = (role: string) => all.filter((each) => each.role === role)
    const without = (role: string) => all.filter((each) => each.role !== role).map(({ id }) => id)
    const rows = recordset(ClassifiedRow, all, { columns })
    const movies = recordset(MovieRow, of("movie"), { columns })
    const episodes = recordset(EpisodeRow, of("episode"), { columns })
    yield* sql`
      insert into video_classifications (${rows.columns}) select ${rows.values}
      from ${rows.from} join items v on v.id = x.item_id for key share of v
      on conflict (item_id) do update set ${rows.excluded}`
    yield* sql`delete from video_movies where item_id = any(${without("movie")}::uuid[])`
    yield* sql`delete from video_episodes where item_id = any(${without("episode")}::uuid[])`
    yield* sql`
      insert into video_movies (${movies.columns}) select ${movies.values}
      from ${movies.from} join items v on v.id = x.item_id for key share of v
      on conflict (item_id) do update set ${movies.excluded}`
    yield* sql`
      insert into video_episodes (${episodes.columns}) select ${episodes.values}
      from ${episodes.from} join items v on v.id = x.item_id for key share of v
      on conflict (item_id) do update set ${episodes.excluded}`
  })

/** Stores the facts that only movies, episodes, series and seasons have. */
export const seriesProjection = projection<Projected>({
  name: "series",
  tables: [
    "video_classifications",
    "video_movies",
    "video_episodes",
    "video_numbers",
    "series_facts",
    "season_facts",
    "series_merges",
    "library_classifications",
    "user_next_up"
  ],
  handlers: {
    "video.classified.v1": classified,
    ...numberHandlers,
    "series.described.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(SeriesRow, lastRows(events), { columns })
        return sql`
          insert into series_facts (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${rows.excluded}`
      }),
    "season.described.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(SeasonRow, lastRows(events), { columns })
        return sql`
          insert into season_facts (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${rows.excluded}`
      }),
    ...mergeHandlers,
    "series-scan.finished.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(SeriesScanFinished, lastRows(events), { key: ["libraryId"] })
        return sql`
          insert into library_classifications (${rows.columns}) select ${rows.values}
          from ${rows.from} join libraries l on l.id = x.library_id for key share of l
          on conflict (library_id) do update set ${rows.excluded}`
      }),
    "next-up.dismissed.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(DismissedRow, lastRows(events), {
          key: ["accountId", "seriesId"],
          columns: { at: "dismissed_at" }
        })
        return sql`
          insert into user_next_up (${rows.columns}) select ${rows.values} from ${rows.from}
            join items v on v.id = x.series_id join accounts a on a.id = x.account_id for key share of v, a
          on conflict (account_id, series_id) do update set ${rows.excluded}`
      }),
    "next-up.restored.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const { from } = recordset(NextUpRestored, lastRows(events), { key: [] })
        return sql`
          delete from user_next_up u using ${from}
          where u.account_id = x.account_id and u.series_id = x.series_id`
      }),
    "library.items-forgotten.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = events.flatMap(({ event }) => event.itemIds)
        for (const table of [
          "video_classifications",
          "video_movies",
          "video_episodes",
          "video_numbers",
          "series_facts",
          "season_facts"
        ])
          yield* sql`delete from ${sql.literal(table)} where item_id = any(${ids}::uuid[])`
        for (const table of ["series_merges", "user_next_up"])
          yield* sql`delete from ${sql.literal(table)} where series_id = any(${ids}::uuid[])`
      }),
    "library.removed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from library_classifications where library_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      ),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from user_next_up where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      )
  }
})
