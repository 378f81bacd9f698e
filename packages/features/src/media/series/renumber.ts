import * as SqlClient from "@effect/sql/SqlClient"
import { Invalid, NotFound } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { updateItem } from "../../catalog/items/commands.ts"
import * as Access from "../../platform/access/Access.ts"
import { recordByHand } from "./classification.ts"
import type { EpisodePatch, RenumberInput } from "./episodeContract.ts"
import { episodesById, getEpisode } from "./episodes.ts"
import type { SeriesName, VideoFacts } from "./facts.ts"
import { seriesReads } from "./queries.ts"

const Facts = Schema.Struct({ facts: Schema.Unknown })

/**
 * Returns the series name in the classification of the series' episodes, or else the title of the series. Episodes are
 * grouped into series by this name. Fails with `Invalid` if the library contains no such series.
 */
const nameOfSeries = (principal: Principal, seriesId: string, libraryId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const message = "There is no such series in the library of this episode."
    const refusal = new Invalid({ reason: `seriesId: ${message}`, fields: [{ path: "seriesId", message }] })
    const series = yield* Effect.catchTag(seriesReads.get(principal, seriesId), "NotFound", () => refusal)
    if (series.libraryId !== libraryId) return yield* refusal
    const [row] = yield* rowsOf(Facts)(sql`
      select c.facts from video_series s join video_classifications c on c.item_id = s.item_id
      where s.series_id = ${seriesId} order by c.is_by_hand, s.item_id limit 1`)
    const named = (row?.facts as VideoFacts | undefined)?.series
    return named ?? ({ title: series.title, year: series.year, ids: series.externalIds } satisfies SeriesName)
  })

const factsKnown = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* rowsOf(Facts)(sql`select facts from video_classifications where item_id = ${id}`)
    return row?.facts as VideoFacts
  })

/** Updates an episode. New numbers move the episode to their season and override its file name. */
export const updateEpisode = Effect.fn("series.updateEpisode")(function* (
  principal: Principal,
  id: string,
  patch: EpisodePatch
) {
  const { episode, episodeEnd, season, seriesId, ...changes } = patch
  const before = yield* getEpisode(principal, id)
  const numbers = {
    ...(season === undefined ? {} : { season }),
    ...(episode === undefined ? {} : { episode }),
    ...(episodeEnd === undefined ? {} : { episodeEnd })
  }
  const isMoved = Object.keys(numbers).length > 0 || seriesId !== undefined
  if (isMoved) yield* Access.require(principal, "edit-item", { id })
  const series =
    seriesId === undefined ? undefined : yield* nameOfSeries(principal, seriesId, before.libraryId)
  yield* transaction(
    Effect.gen(function* () {
      yield* updateItem(principal, id, changes)
      if (!isMoved) return
      const known = yield* factsKnown(id)
      const facts = { ...known, ...numbers, ...(series === undefined ? {} : { series }) }
      yield* recordByHand(principal, [{ video: before, classified: { facts, proof: [] }, isByHand: true }])
    })
  )
  return yield* getEpisode({ ...principal, showNsfw: true }, id)
})

const Numbering = Schema.Struct({
  id: Schema.String,
  libraryId: Schema.String,
  path: Schema.String,
  facts: Schema.Unknown
})

const numberingOf = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Numbering)(sql`
      select v.id, v.library_id as "libraryId", f.path, c.facts
      from items v join item_files f on f.item_id = v.id join video_classifications c on c.item_id = v.id
      where v.id = any(${ids as Array<string>}::uuid[]) and v.role = 'episode'`)
  )

/**
 * Renumbers several episodes. If one of them is rejected, none is changed. An episode that gets the number of another
 * episode becomes a version of that episode.
 */
export const renumberEpisodes = Effect.fn("series.renumber")(function* (
  principal: Principal,
  { episodes }: RenumberInput
) {
  const ids = episodes.map(({ id }) => id)
  const wrong =
    new Set(ids).size < ids.length
      ? "Each episode can be listed only once."
      : episodes.some(
            ({ episode, episodeEnd }) => episodeEnd != null && (episode === null || episodeEnd < episode)
          )
        ? "If a file contains several episodes, its last episode number must not be lower than its first."
        : undefined
  if (wrong !== undefined)
    return yield* new Invalid({
      reason: `episodes: ${wrong}`,
      fields: [{ path: "episodes", message: wrong }]
    })
  const seen = yield* episodesById(principal, ids)
  if (seen.size < ids.length) return yield* new NotFound({ what: "episode" })
  const known = new Map((yield* numberingOf(ids)).map((row) => [row.id, row]))
  if (known.size < ids.length) return yield* new NotFound({ what: "episode" })
  const all = episodes.flatMap(({ episode, episodeEnd = null, id, season }) => {
    const video = known.get(id)!
    const before = video.facts as VideoFacts
    const facts = { ...before, season, episode, episodeEnd: episodeEnd === episode ? null : episodeEnd }
    const isSame =
      before.season === season && before.episode === episode && before.episodeEnd === facts.episodeEnd
    return isSame ? [] : [{ video, classified: { facts, proof: [] }, isByHand: true }]
  })
  if (all.length > 0) yield* recordByHand(principal, all)
})
