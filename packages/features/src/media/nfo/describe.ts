import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore, inBatches } from "@media/event-store/EventStore"
import type { partsDone } from "@media/jobs/GroupProgress"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { itemDecider } from "../../catalog/items/decider.ts"
import { followSources } from "../../catalog/items/relatedSources.ts"
import { replacing, type StatedFields } from "../../catalog/items/sources.ts"
import { artworkFilesOf } from "./artworkFiles.ts"
import type { NfoFile } from "./files.ts"
import { importWatched } from "./importWatched.ts"
import { lockChange, lockedBy, LOCKS } from "./locks.ts"
import { type Description, describedBy } from "./targets.ts"
import { rememberTargets } from "./write/targets.ts"
import { valuesOf } from "./values.ts"

const Video = Schema.Struct({
  id: Schema.String,
  rootId: Schema.String,
  rootPath: Schema.String,
  path: Schema.String,
  role: Schema.NullOr(Schema.String),
  seasonId: Schema.NullOr(Schema.String),
  seriesId: Schema.NullOr(Schema.String),
  season: Schema.NullOr(Schema.Number)
})

const videosOf = (libraryId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Video)(sql`
      select v.id, f.root_id as "rootId", r.path as "rootPath", f.path, v.role::text as role, n.item_id as "seasonId", n.series_id as "seriesId",
        n.number as season
      from items v join item_files f on f.item_id = v.id join library_roots r on r.id = f.root_id
        left join season_facts n on n.item_id = v.parent_id
      where v.library_id = ${libraryId} and v.kind = 'video' order by f.path, v.id`)
  )

const Stored = Schema.Struct({ id: Schema.String, stated: Schema.Unknown })

const storedOf = (libraryId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Stored)(sql`
      select v.id, s.stated from items v join item_sources s on s.item_id = v.id
      where v.library_id = ${libraryId} and v.kind in ('video', 'series', 'season')`)
    return new Map(rows.map(({ id, stated }) => [id, stated as StatedFields]))
  })

interface Wanted {
  readonly id: string
  readonly ref: string | undefined
  readonly values: Readonly<Record<string, unknown>>
}

const wantedBy = ({ artwork, id, nfo, seasonTitle }: Description): Wanted => {
  const values = nfo === undefined ? {} : valuesOf(nfo.fields)
  const locks = nfo === undefined ? [] : lockedBy(nfo.fields, values)
  return {
    id,
    ref: nfo?.path,
    values: {
      ...(seasonTitle === undefined ? {} : { title: seasonTitle }),
      ...values,
      ...(locks.length === 0 ? {} : { [LOCKS]: locks }),
      ...(Object.keys(artwork).length === 0 ? {} : { artwork })
    }
  }
}

/** Maximum number of items that one transaction changes. */
const atOnce = 50

const meta = { cause: "series-scan" } as const

/** Updates the locks of an item to match the locks in its NFO file. */
const followLocks = (stored: StatedFields, { id, ref, values }: Wanted) =>
  Effect.gen(function* () {
    const change = lockChange(stored, values, ref)
    if (change === undefined) return
    const store = yield* EventStore
    yield* store.execute({
      streamId: id,
      decider: itemDecider,
      command: { _tag: "FollowLocks", ...change },
      meta
    })
    yield* followSources(id, change.clear, meta)
  })

const record = (batch: ReadonlyArray<Wanted>, stored: ReadonlyMap<string, StatedFields>) =>
  transaction(
    Effect.gen(function* () {
      const store = yield* EventStore
      const outcomes = yield* store.executeMany({
        decider: itemDecider,
        commands: batch.map(({ id, ref, values }) => ({
          streamId: id,
          command: { _tag: "State" as const, source: "nfo" as const, ref, values }
        })),
        meta
      })
      for (const [index, outcome] of outcomes.entries()) {
        // Skip items that were removed or changed in the meantime. The next scan tries again.
        if (Either.isLeft(outcome)) continue
        const fields = outcome.right.flatMap(({ event }) =>
          event._tag === "item.sourced.v1" ? [...Object.keys(event.set), ...event.clear] : []
        )
        const wanted = batch[index]!
        yield* followSources(wanted.id, fields, meta)
        yield* Effect.ignore(followLocks(stored.get(wanted.id) ?? {}, wanted))
      }
    })
  )

/**
 * Records the metadata and artwork of a library's videos, seasons and series. The values come from NFO files and
 * pictures next to the videos. Writes no events for items that are already up to date.
 */
export const describeLibrary = Effect.fn("nfo.describeLibrary")(function* (
  libraryId: string,
  nfoFiles: ReadonlyArray<NfoFile>,
  seriesFolders: ReadonlyMap<string, string>,
  report: ReturnType<typeof partsDone>
) {
  const videos = yield* videosOf(libraryId)
  const descriptions = describedBy(
    videos.map((video) => ({ ...video, seriesFolder: seriesFolders.get(video.id) ?? null })),
    nfoFiles,
    yield* artworkFilesOf(libraryId)
  )
  yield* rememberTargets(
    libraryId,
    descriptions,
    new Map(videos.map((video) => [video.rootPath, video.rootId]))
  )
  const stored = yield* storedOf(libraryId)
  const described = new Set(descriptions.map(({ id }) => id))
  const undescribed = [...stored.keys()].filter((id) => !described.has(id))
  const wanted = [
    ...descriptions.map(wantedBy),
    ...undescribed.map((id): Wanted => ({ id, ref: undefined, values: {} }))
  ].filter(({ id, values }) => Option.isSome(replacing(stored.get(id) ?? {}, "nfo", values)))
  let done = 0
  for (const batch of inBatches(wanted, atOnce)) {
    yield* record(batch, stored)
    done += batch.length
    yield* report(done, wanted.length)
  }
  yield* importWatched(libraryId, descriptions, report)
  return wanted.length
})
