import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { LibraryRemoved } from "../../library/libraries/events.ts"
import type { SeriesEvent, VideoClassified } from "./events.ts"
import { factsOf } from "./facts.ts"

type Projected =
  SeriesEvent | typeof LibraryItemsForgotten.Type | typeof LibraryRemoved.Type | typeof AccountDeleted.Type

/** Keeps the last event of each stream. */
const lastOf = <E extends Projected>(events: ReadonlyArray<Recorded<E>>) => [
  ...new Map(events.map((recorded) => [recorded.streamId, recorded])).values()
]
const rows = (events: ReadonlyArray<Recorded<Projected>>) =>
  JSON.stringify(lastOf(events).map(({ at, event, streamId }) => ({ ...event, id: streamId, at })))

const classified = (events: ReadonlyArray<Recorded<VideoClassified>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const all = lastOf(events).map(({ event, streamId }) => ({
      ...factsOf(event),
      ...factsOf(event).airs,
      id: streamId,
      isByHand: event.isByHand,
      parser: event.parser,
      proof: event.proof,
      facts: factsOf(event)
    }))
    const of = (role: string) => JSON.stringify(all.filter((each) => each.role === role))
    const without = (role: string) => all.filter((each) => each.role !== role).map(({ id }) => id)
    yield* sql`
      insert into video_classifications (item_id, role, is_by_hand, parser, facts, proof)
      select x.id, x.role, x."isByHand", x.parser, x.facts, x.proof from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as x(id uuid, role item_role, "isByHand" boolean, parser int, facts jsonb, proof jsonb)
        join items v on v.id = x.id for key share of v
      on conflict (item_id) do update set role = excluded.role, is_by_hand = excluded.is_by_hand,
        parser = excluded.parser, facts = excluded.facts, proof = excluded.proof`
    yield* sql`delete from video_movies where item_id = any(${without("movie")}::uuid[])`
    yield* sql`delete from video_episodes where item_id = any(${without("episode")}::uuid[])`
    yield* sql`
      insert into video_movies (item_id, title, year, ids)
      select x.id, x.title, x.year, x.ids from jsonb_to_recordset(${of("movie")}::jsonb)
        as x(id uuid, title text, year int, ids jsonb) join items v on v.id = x.id for key share of v
      on conflict (item_id) do update set title = excluded.title, year = excluded.year, ids = excluded.ids`
    yield* sql`
      insert into video_episodes (item_id, season, episode, episode_end, absolute, air_date, before_season,
        before_episode, after_season, title, ids)
      select x.id, coalesce(x.season, 1), x.episode, x."episodeEnd", x.absolute, x."airDate", x."beforeSeason",
        x."beforeEpisode", x."afterSeason", x.title, x.ids
      from jsonb_to_recordset(${of("episode")}::jsonb) as x(id uuid, season int, episode int, "episodeEnd" int,
          absolute int, "airDate" text, "beforeSeason" int, "beforeEpisode" int, "afterSeason" int, title text, ids jsonb)
        join items v on v.id = x.id for key share of v
      on conflict (item_id) do update set season = excluded.season, episode = excluded.episode,
        episode_end = excluded.episode_end, absolute = excluded.absolute, air_date = excluded.air_date,
        before_season = excluded.before_season, before_episode = excluded.before_episode,
        after_season = excluded.after_season, title = excluded.title, ids = excluded.ids`
  })

/** The facts of movies, episodes, series and seasons, in addition to those of every item. */
export const seriesProjection = projection<Projected>({
  name: "series",
  tables: [
    "video_classifications",
    "video_movies",
    "video_episodes",
    "series_facts",
    "season_facts",
    "library_classifications",
    "user_next_up"
  ],
  handlers: {
    "video.classified.v1": classified,
    "series.described.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into series_facts (item_id, key, year, ids)
          select x.id, x.key, x.year, x.ids
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, key text, year int, ids jsonb)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set key = excluded.key, year = excluded.year, ids = excluded.ids`
      ),
    "season.described.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into season_facts (item_id, series_id, number)
          select x.id, x."seriesId", x.number
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, "seriesId" uuid, number int)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set series_id = excluded.series_id, number = excluded.number`
      ),
    "series-scan.finished.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into library_classifications (library_id, parser, videos_as)
          select x."libraryId", x.parser, x."videosAs"
          from jsonb_to_recordset(${rows(events)}::jsonb) as x("libraryId" uuid, parser int, "videosAs" text)
            join libraries l on l.id = x."libraryId" for key share of l
          on conflict (library_id) do update set parser = excluded.parser, videos_as = excluded.videos_as`
      ),
    "next-up.dismissed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into user_next_up (account_id, series_id, dismissed_at)
          select x."accountId", x."seriesId", x.at
          from jsonb_to_recordset(${rows(events)}::jsonb) as x("accountId" uuid, "seriesId" uuid, at timestamptz)
            join items v on v.id = x."seriesId" join accounts a on a.id = x."accountId" for key share of v, a
          on conflict (account_id, series_id) do update set dismissed_at = excluded.dismissed_at`
      ),
    "next-up.restored.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from user_next_up u
          using jsonb_to_recordset(${rows(events)}::jsonb) as x("accountId" uuid, "seriesId" uuid)
          where u.account_id = x."accountId" and u.series_id = x."seriesId"`
      ),
    "library.items-forgotten.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = events.flatMap(({ event }) => event.itemIds)
        for (const table of [
          "video_classifications",
          "video_movies",
          "video_episodes",
          "series_facts",
          "season_facts"
        ])
          yield* sql`delete from ${sql.literal(table)} where item_id = any(${ids}::uuid[])`
        yield* sql`delete from user_next_up where series_id = any(${ids}::uuid[])`
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
