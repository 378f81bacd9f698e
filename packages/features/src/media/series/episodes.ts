import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import type { NfoSegment } from "@media/nfo/NfoFields"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { rolePictureExpressions, rolePictureFields } from "../../catalog/items/rolePictures.ts"
import { itemColumns, listItems, toWire } from "../../catalog/items/queries.ts"
import { userStateJoins, wholeDuration } from "../../catalog/user-items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Video } from "../videos/contract.ts"
import { videoKind } from "../videos/kind.ts"
import { getVideo, videoSummaryRows } from "../videos/queries.ts"
import type { Episode, EpisodeSegment, EpisodeSummary, Movie, MovieSummary } from "./episodeContract.ts"
import { attachmentsOf, countVersions } from "./attached.ts"

const Number = Schema.NullOr(Schema.Number)
const ofEpisode = {
  seriesRef: Schema.NullOr(Schema.Struct({ id: Schema.String, title: Schema.String })),
  seasonId: Schema.NullOr(Schema.String),
  season: Number,
  episode: Number,
  episodeEnd: Number,
  absolute: Number,
  airDate: Schema.NullOr(Schema.String),
  details: Schema.NullOr(Schema.String)
}
const one = (column: string): string => `(select e.${column} from video_episodes e where e.item_id = v.id)`
const episodeExpressions = {
  seriesRef: `(select jsonb_build_object('id', e.series_id, 'title', e.name) from video_series e where e.item_id = v.id)`,
  seasonId: "v.parent_id",
  season: one("season"),
  episode: one("episode"),
  episodeEnd: one("episode_end"),
  absolute: one("absolute"),
  airDate: one("air_date"),
  details: "(select t.details from item_texts t where t.item_id = v.id)",
  duration: wholeDuration
}
const episodeRows = {
  ...videoSummaryRows,
  row: Schema.Struct({ ...videoSummaryRows.row.fields, ...ofEpisode }),
  expressions: { ...videoSummaryRows.expressions, ...episodeExpressions }
}
type EpisodeRow = typeof episodeRows.row.Type

const toEpisode = ({ seriesRef, ...row }: EpisodeRow): EpisodeSummary => ({
  ...toWire(row),
  series: seriesRef
})

/** Returns the episodes with these ids that the caller may see, keyed by id. */
export const episodesById = Effect.fn("series.episodesById")(function* (
  principal: Principal,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return new Map<string, EpisodeSummary>()
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(episodeRows.row)(sql`
    select ${itemColumns(principal, episodeRows)} from items v left join video_facts k on k.item_id = v.id
      ${yield* userStateJoins(principal.accountId)} left join item_pictures p on p.item_id = v.id
    where v.id = any(${ids as Array<string>}::uuid[]) and v.kind = 'video' and ${visibility.items("v")}`)
  return new Map(rows.map((row): [string, EpisodeSummary] => [row.id, toEpisode(row)]))
})

/** Returns a page of the episodes that the caller may see. */
export const listEpisodes = (principal: Principal, filter: ListFilter) =>
  Effect.map(listItems(principal, episodeRows, { ...filter, role: "episode" }), (page) => ({
    ...page,
    items: page.items.map(toEpisode)
  }))

const movieRows = {
  ...videoSummaryRows,
  row: Schema.Struct({ ...videoSummaryRows.row.fields, year: Number }),
  expressions: {
    ...videoSummaryRows.expressions,
    duration: wholeDuration,
    year: "(select m.year from video_movies m where m.item_id = v.id)"
  }
}

/** Returns a page of the movies that the caller may see. */
export const listMovies = (principal: Principal, filter: ListFilter) =>
  Effect.gen(function* () {
    const page = yield* listItems(principal, movieRows, { ...filter, role: "movie" })
    const versions = yield* countVersions(
      principal,
      page.items.map(({ id }) => id)
    )
    const toMovie = (row: (typeof page.items)[number]): MovieSummary => ({
      ...toWire(row),
      versionCount: versions.get(row.id) ?? 1
    })
    return { ...page, items: page.items.map(toMovie) }
  })

const Neighbors = Schema.Struct({
  previous: Schema.NullOr(Schema.String),
  next: Schema.NullOr(Schema.String)
})
/** Returns the ids of the previous and the next episode in play order that the caller can play. */
const neighborsOf = (principal: Principal, id: string, seriesId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const [row] = yield* rowsOf(Neighbors)(sql`
      select o.previous, o.next from (
        select e.item_id, lag(e.item_id) over play as previous, lead(e.item_id) over play as next
        from episodes_in_order(${seriesId}::uuid) e
        where (e.status <> 'missing' or e.item_id = ${id}) and ${visibility.items("e")}
        window play as (order by e.at_season, e.at_turn, e.at_position, e.at_date, e.ordinal, e.item_id)
      ) o where o.item_id = ${id}`)
    return row ?? { previous: null, next: null }
  })

const SegmentsRow = Schema.Struct({ segments: Schema.Array(Schema.Unknown) })

/** Returns the individual episodes of a file with several episodes, as its NFO file describes them. */
const segmentsOf = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* rowsOf(SegmentsRow)(sql`
      select s.shown -> 'segments' as segments from item_sources s
      where s.item_id = ${id} and jsonb_typeof(s.shown -> 'segments') = 'array'`)
    return (row?.segments ?? []).map((stated): EpisodeSegment => {
      const { airDate = null, episode, overview = null, runtime = null, title = null } = stated as NfoSegment
      return { episode, title, overview, airDate, runtime }
    })
  })

export const getEpisode = Effect.fn("series.episode")(function* (principal: Principal, id: string) {
  const video = yield* Effect.catchTag(
    getVideo(principal, id),
    "NotFound",
    () => new NotFound({ what: "episode" })
  )
  const summary = (yield* episodesById(principal, [id])).get(id)
  if (summary === undefined || video.type !== "episode") return yield* new NotFound({ what: "episode" })
  const { absolute, airDate, episode, episodeEnd, season, seasonId, series } = summary
  const neighbors =
    series === null ? { previous: null, next: null } : yield* neighborsOf(principal, id, series.id)
  return {
    ...video,
    ...(yield* attachmentsOf(principal, id)),
    duration: ofAllParts(video),
    ...{ series, seasonId, season, episode, episodeEnd, absolute, airDate },
    segments: yield* segmentsOf(id),
    ...neighbors
  } satisfies Episode
})

/**
 * Returns the total duration in seconds of all parts of a work, because `duration` contains only the duration of a
 * single file.
 */
const ofAllParts = ({ duration, workParts }: Video): number | null => {
  const last = workParts?.files.at(-1)
  return last === undefined ? duration : last.start + last.duration
}

const MovieRow = Schema.Struct({ year: Number, ...rolePictureFields })
const moviePictures = rolePictureExpressions(videoKind.paths.list)

export const getMovie = Effect.fn("series.movie")(function* (principal: Principal, id: string) {
  const video = yield* Effect.catchTag(
    getVideo(principal, id),
    "NotFound",
    () => new NotFound({ what: "movie" })
  )
  if (video.type !== "movie") return yield* new NotFound({ what: "movie" })
  const sql = yield* SqlClient.SqlClient
  const [facts] = yield* rowsOf(MovieRow)(sql`
    select m.year, ${sql.literal(moviePictures.backdrop)} as backdrop, ${sql.literal(moviePictures.logo)} as logo
    from items v left join video_movies m on m.item_id = v.id where v.id = ${id}`)
  const attached = yield* attachmentsOf(principal, id)
  return {
    ...video,
    ...attached,
    duration: ofAllParts(video),
    year: facts?.year ?? null,
    backdrop: facts?.backdrop ?? null,
    logo: facts?.logo ?? null,
    versionCount: attached.versions.length + 1
  } satisfies Movie
})
