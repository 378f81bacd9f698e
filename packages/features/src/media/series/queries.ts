import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Picture } from "@media/wire/Picture"
import { groupDetailRow, groupSummaryRow } from "../../catalog/items/groupReads.ts"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { findItem, listItems, pictureOf, toWire } from "../../catalog/items/queries.ts"
import { rolePictureExpressions, rolePictureFields } from "../../catalog/items/rolePictures.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Season, SeasonSummary, Series, SeriesSummary } from "./contract.ts"
import { CountsRow, countsOf, isWatchedBy, toldCounts, withWatched } from "./episodeCounts.ts"
import { seriesKind } from "./kind.ts"
import { nextUpOf } from "./nextUp.ts"

/**
 * The `count` of series and seasons is the number of episodes (see `countsOf`), so the row's own `count` of child items
 * is not read.
 */
const { count: _count, ...plainSummary } = groupSummaryRow
const { count: _detailCount, ...plainDetail } = groupDetailRow
const ofSeries = { counts: CountsRow, year: Schema.NullOr(Schema.Number) }
const ofSeason = {
  counts: CountsRow,
  number: Schema.NullOr(Schema.Number),
  seriesId: Schema.NullOr(Schema.String)
}
const derived = { isDerived: "k.is_derived", coverId: "k.cover_id" }

const seriesRows = (principal: Principal) => ({
  kind: "series" as const,
  facts: "item_groups",
  expressions: {
    counts: countsOf("series", principal),
    year: "(select s.year from series_facts s where s.item_id = v.id)"
  }
})
const seasonRows = (principal: Principal) => ({
  kind: "season" as const,
  facts: "item_groups",
  expressions: {
    counts: countsOf("season", principal),
    number: "coalesce((select n.number from season_facts n where n.item_id = v.id), v.ordinal)",
    seriesId: "v.parent_id"
  }
})

const SeriesRow = Schema.Struct({ ...plainSummary, ...ofSeries })
const SeriesDetailRow = Schema.Struct({ ...plainDetail, ...ofSeries, ...rolePictureFields })
const seriesPictures = rolePictureExpressions(seriesKind.paths.list)
const SeasonRow = Schema.Struct({ ...plainSummary, ...ofSeason })
const SeasonDetailRow = Schema.Struct({ ...plainDetail, ...ofSeason })

const toSeries = ({ counts, ...row }: typeof SeriesRow.Type): SeriesSummary => ({
  ...toWire(withWatched({ ...row, counts })),
  ...{ counts: undefined },
  kind: "series",
  count: counts.episodes,
  seasonCount: counts.seasons,
  ...toldCounts(counts)
})
const toSeason = ({ counts, number, ...row }: typeof SeasonRow.Type): SeasonSummary => ({
  ...toWire(withWatched({ ...row, counts })),
  ...{ counts: undefined },
  kind: "season",
  count: counts.episodes,
  number: number ?? 0,
  ...toldCounts(counts)
})

const SeasonPicture = Schema.Struct({ id: Schema.String, picture: Schema.NullOr(Picture) })

/**
 * Returns the pictures of the seasons in a series, keyed by season id. Callers must check that the viewer may see the
 * series.
 */
const seasonPictures = (principal: Principal, seriesId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const rows = yield* rowsOf(SeasonPicture)(sql`
      select v.id, ${sql.literal(pictureOf("season"))} as picture
      from items v left join item_pictures p on p.item_id = v.id
      where v.parent_id = ${seriesId} and v.kind = 'season' and ${visibility.items("v")}`)
    return new Map(rows.map(({ id, picture }) => [id, picture]))
  })

/**
 * Replaces the filter `isWatched` with a condition on the episodes, because the watched status of a series or season is
 * not stored but derived from its episodes.
 */
const ofEpisodes = (principal: Principal, kind: "series" | "season", { isWatched, ...filter }: ListFilter) =>
  Effect.map(SqlClient.SqlClient, (sql): ListFilter => {
    if (isWatched === undefined) return filter
    const where = sql`${sql.literal(isWatchedBy(kind, principal))} = ${isWatched}`
    const { conditions } = filter
    return {
      ...filter,
      conditions: {
        where: conditions === undefined ? where : sql.and([conditions.where, where]),
        walked: conditions === undefined ? where : sql.and([conditions.walked, where]),
        isNarrow: conditions?.isNarrow ?? false,
        costs: conditions?.costs ?? []
      }
    }
  })

/** The queries for lists of seasons and for a single season. */
export const seasonReads = {
  kind: "season" as const,
  list: (principal: Principal, filter: ListFilter) =>
    Effect.map(
      Effect.flatMap(ofEpisodes(principal, "season", filter), (narrowed) =>
        listItems(principal, { ...seasonRows(principal), row: SeasonRow }, narrowed)
      ),
      (page) => ({ ...page, items: page.items.map(toSeason) })
    ),
  get: (principal: Principal, id: string) => {
    const rows = seasonRows(principal)
    return Effect.map(
      findItem(
        principal,
        { ...rows, row: SeasonDetailRow, expressions: { ...rows.expressions, ...derived } },
        id
      ),
      (row): Season => ({ ...row, ...toSeason(row), count: row.counts.episodes })
    )
  }
}

/** Returns the seasons of a series in order, with the specials last. */
export const seasonsOf = (principal: Principal, seriesId: string, page = 1, perPage = 500) =>
  seasonReads.list(principal, { page, perPage, parentId: seriesId, sort: "ordinal", order: "asc" })

/** The queries for lists of series and for a single series. */
export const seriesReads = {
  kind: "series" as const,
  list: (principal: Principal, filter: ListFilter) =>
    Effect.map(
      Effect.flatMap(ofEpisodes(principal, "series", filter), (narrowed) =>
        listItems(principal, { ...seriesRows(principal), row: SeriesRow }, narrowed)
      ),
      (page) => ({ ...page, items: page.items.map(toSeries) })
    ),
  get: (principal: Principal, id: string) =>
    Effect.gen(function* () {
      const rows = seriesRows(principal)
      const { counts, ...row } = yield* findItem(
        principal,
        {
          ...rows,
          row: SeriesDetailRow,
          expressions: { ...rows.expressions, ...derived, ...seriesPictures }
        },
        id
      )
      const seasons = yield* seasonsOf(principal, id)
      const pictures = yield* seasonPictures(principal, id)
      const [nextUp = null] = yield* nextUpOf(principal, { limit: 1, seriesId: id })
      return {
        ...row,
        ...toSeries({ ...row, counts }),
        seasons: seasons.items.map(
          ({ episodeCount, id: seasonId, missingCount, number, title, unwatchedCount }) => ({
            ...{ id: seasonId, number, title, picture: pictures.get(seasonId) ?? null },
            ...{ episodeCount, unwatchedCount, missingCount }
          })
        ),
        nextUp,
        totals: { episodes: counts.episodes, watched: counts.watched, seconds: counts.seconds }
      } satisfies Series
    })
}
