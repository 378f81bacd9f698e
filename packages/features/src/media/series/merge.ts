import * as SqlClient from "@effect/sql/SqlClient"
import type { Event, EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import { Conflict, Invalid } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { byAccount, orConflict } from "../../platform/access/Command.ts"
import { adoptUserState } from "./adopt.ts"
import { adoptDescription } from "./adoptDescription.ts"
import { fillFields } from "./fillFields.ts"
import { seasonTitle } from "./grouping.ts"
import { lockSeries, mergedBelow } from "./knownMerges.ts"
import type { SeriesMergeCounts, SeriesMergeInput } from "./mergeContract.ts"
import { seriesReads } from "./queries.ts"

const Season = Schema.Struct({ id: Schema.String, number: Schema.Number, into: Schema.NullOr(Schema.String) })

/** Returns the seasons of a series that have episodes. `into` is the target's season with the same number. */
const seasonsOf = (id: string, into: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Season)(sql`
      select s.item_id as id, s.number, t.item_id as "into"
      from season_facts s left join season_facts t on t.series_id = ${into} and t.number = s.number
      where s.series_id = ${id} and exists (select from items c where c.parent_id = s.item_id) order by s.number`)
  )

const Pair = Schema.Struct({ id: Schema.String, into: Schema.NullOr(Schema.String) })

/**
 * Returns the episodes of the merged series `id`. For each episode, `into` is the target's episode with the same
 * numbers, or with the same date if the episode has no number. If the target has no such episode with an existing file,
 * `into` is null.
 */
const episodesOf = (id: string, into: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Pair)(sql`
      with own as (
        select v.id, v.status, n.series_id, e.season, e.episode, coalesce(e.episode_end, e.episode) as last,
          case when e.episode is null then e.air_date end as day
        from season_facts n join items v on v.parent_id = n.item_id join video_episodes e on e.item_id = v.id
        where n.series_id in (${id}, ${into})
      )
      select distinct on (f.id) f.id, t.id as "into"
      from own f left join own t on t.series_id = ${into} and t.status <> 'missing'
        and ((t.season, t.episode, t.last) = (f.season, f.episode, f.last) or (f.episode is null and t.day = f.day))
      where f.series_id = ${id} order by f.id, t.id`)
  )

const write = (streamId: string, events: ReadonlyArray<Event>, meta: EventMeta) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const expectedVersion = (yield* versionsOf([streamId])).get(streamId) ?? 0
    yield* store.append<Event>([{ streamId, expectedVersion, events }], meta)
  })

/**
 * Creates a season in the target for the episodes of the merged series. The classification job moves the episodes into
 * the season later.
 */
const createSeason = (seriesId: string, number: number, meta: EventMeta) =>
  Effect.gen(function* () {
    const id = uuidv7()
    const registered = { kind: "season", title: seasonTitle(number), folder: null }
    yield* write(
      id,
      [
        { _tag: "item.group-registered.v1", ...registered } as Event,
        { _tag: "season.described.v1", seriesId, number } as Event,
        { _tag: "item.placed.v1", parentId: seriesId, ordinal: number } as Event
      ],
      meta
    )
    return id
  })

const refused = (message: string) =>
  new Invalid({ reason: `into: ${message}`, fields: [{ path: "into", message }] })

/**
 * Merges a series into another series of its library. The target keeps its own values, and its empty fields are filled
 * from the merged series. The ratings and favorites of all accounts are copied. The classification job moves the
 * episodes later. Undoing the batch reverts all of these changes.
 */
export const mergeSeries = Effect.fn("series.merge")(function* (
  principal: Principal,
  id: string,
  { dryRun = false, into }: SeriesMergeInput
) {
  const from = yield* seriesReads.get(principal, id)
  if (id === into) return yield* refused("A series cannot be merged into itself.")
  const target = yield* seriesReads
    .get(principal, into)
    .pipe(Effect.catchTag("NotFound", () => refused("There is no such series.")))
  if (from.libraryId !== target.libraryId) return yield* refused("Both series must be in the same library.")
  const batchId = uuidv7()
  const meta = byAccount(principal, batchId)
  return yield* transaction(
    Effect.gen(function* () {
      yield* lockSeries([id, into])
      const seasons = yield* seasonsOf(id, into)
      const episodes = yield* episodesOf(id, into)
      const pairs = episodes.flatMap((each) => (each.into === null ? [] : [{ id: each.id, into: each.into }]))
      const counts: SeriesMergeCounts = {
        ...{ seasons: seasons.length, episodes: episodes.length, versions: pairs.length },
        batchId: dryRun ? null : batchId
      }
      if (dryRun) return counts
      // A concurrent request may have merged one of the series while this request waited for the lock.
      const below = [...(yield* mergedBelow(id))]
      if (seasons.length === 0 || below.includes(into))
        return yield* new Conflict({
          reason: "Someone else merged this series at the same time. Reload the page."
        })
      yield* write(id, [{ _tag: "series.merged.v1", libraryId: from.libraryId, into } as Event], meta)
      yield* adoptUserState(id, into, meta)
      yield* fillFields(id, into, meta, { withTitle: false })
      for (const season of seasons) {
        const to = season.into ?? (yield* createSeason(into, season.number, meta))
        yield* adoptUserState(season.id, to, meta)
        yield* fillFields(season.id, to, meta, { withTitle: true })
      }
      // The classification job will attach these episodes as versions. Copy their user state and descriptions now, so
      // that undoing the batch also reverts the copies.
      for (const pair of pairs) {
        yield* adoptUserState(pair.id, pair.into, meta)
        yield* adoptDescription(pair.id, pair.into, meta)
      }
      return counts
    })
  ).pipe(orConflict)
})
