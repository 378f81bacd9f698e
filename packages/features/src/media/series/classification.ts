import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import { enqueue } from "@media/jobs/Enqueue"
import { Conflict } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { nfoFactsOf } from "../nfo/facts.ts"
import { nfoFilesOf } from "../nfo/files.ts"
import { getVideo } from "../videos/queries.ts"
import { alternativesTo } from "./alternatives.ts"
import { CLASSIFIER_VERSION, classifyVideos, type Classified, noNfo } from "./classify.ts"
import type { ClassificationInput, VideoClassification } from "./episodeContract.ts"
import { plainVideo, type VideoFacts, withSeason } from "./facts.ts"
import { fileOf } from "./classifyLibrary.ts"
import type { VideoNumbered } from "./events.ts"
import { libraryOf, videosOf } from "./known.ts"
import { seriesScanOf } from "./queue.ts"
import { noNumbers } from "./reviewedNumbers.ts"
import { shownTitle } from "./shownTitle.ts"

const Row = Schema.Struct({
  is_by_hand: Schema.Boolean,
  facts: Schema.Unknown,
  proof: Schema.Unknown
})

const told = ({ facts, proof }: Classified, isByHand: boolean, path: string | null): VideoClassification => {
  const { ids, series, ...rest } = facts
  return {
    ...rest,
    isByHand,
    series: series === null ? null : { title: series.title, year: series.year },
    externalIds: ids,
    proof,
    alternatives: path === null ? [] : alternativesTo(facts, path)
  }
}

/**
 * Classifies a video by its name and NFO file, and by the names of the other videos in the library. A manual
 * classification of the video is ignored.
 */
const byName = (libraryId: string, id: string) =>
  Effect.gen(function* () {
    const [library] = yield* libraryOf(libraryId)
    const videos = yield* videosOf(libraryId)
    const toFile = fileOf(videos)
    // Ignore the manual classification and reviewed numbers of this video, so that only its name counts.
    const files = videos.map((video) =>
      video.id === id ? { ...toFile(video), byHand: null, numbers: null } : toFile(video)
    )
    const nfo = library?.videosAs === "videos" ? noNfo : nfoFactsOf(yield* nfoFilesOf(libraryId), videos)
    const { classified } = classifyVideos(library?.videosAs ?? "mixed", files, nfo)
    return classified.get(id) ?? { facts: plainVideo, proof: [] }
  })

const stored = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* rowsOf(Row)(
      sql`select is_by_hand, facts, proof from video_classifications where item_id = ${id}`
    )
    return row === undefined
      ? undefined
      : {
          isByHand: row.is_by_hand,
          classified: { facts: row.facts as VideoFacts, proof: row.proof as Classified["proof"] }
        }
  })

/** Returns the classification of a video and the parts of its path that led to the classification. */
export const getClassification = Effect.fn("series.classification")(function* (
  principal: Principal,
  id: string
) {
  const video = yield* getVideo(principal, id)
  const known = yield* stored(id)
  return known === undefined
    ? told(yield* byName(video.libraryId, id), false, video.path)
    : told(known.classified, known.isByHand, video.path)
})

const factsBy = (input: ClassificationInput): VideoFacts => {
  const { absolute, airDate, airs, episode, episodeEnd, role, season, seriesTitle, seriesYear, title, year } =
    input
  const isEpisode = role === "episode"
  return withSeason({
    ...plainVideo,
    role,
    title: title ?? null,
    year: year ?? null,
    ...(!isEpisode
      ? {}
      : {
          series:
            seriesTitle == null ? null : { title: seriesTitle.trim(), year: seriesYear ?? null, ids: {} },
          season: season ?? null,
          episode: episode ?? null,
          episodeEnd: episodeEnd ?? null,
          absolute: absolute ?? null,
          airDate: airDate ?? null,
          airs: airs ?? null
        })
  })
}

interface Reclassified {
  readonly video: { readonly id: string; readonly libraryId: string; readonly path: string }
  readonly classified: Classified
  readonly isByHand: boolean
  readonly numbered?: typeof VideoNumbered.Type
}

/** Records several manual classifications. A job then updates the series of the affected libraries. */
export const recordByHand = Effect.fn("series.recordByHand")(function* (
  principal: Principal,
  all: ReadonlyArray<Reclassified>
) {
  const store = yield* EventStore
  const versions = yield* versionsOf(all.map(({ video }) => video.id))
  const appended = all.map(({ classified: { facts, proof }, isByHand, numbered, video }) => {
    const event = {
      _tag: "video.classified.v1" as const,
      ...facts,
      isByHand,
      shownTitle: shownTitle(facts, video.path),
      proof,
      parser: CLASSIFIER_VERSION
    }
    return {
      streamId: video.id,
      expectedVersion: versions.get(video.id) ?? 0,
      events: numbered === undefined ? [event] : [event, numbered]
    }
  })
  const libraries = [...new Set(all.map(({ video }) => video.libraryId))]
  yield* transaction(
    Effect.zipRight(
      store.append(appended, { actor: principal.accountId, cause: "web" }),
      enqueue(libraries.map((libraryId) => seriesScanOf(libraryId, "Classified by hand", "manual")))
    )
  ).pipe(
    Effect.catchTag("VersionConflict", () =>
      Effect.fail(new Conflict({ reason: "Someone else changed this video at the same time. Try again." }))
    )
  )
})

/** Keeps the `known` series of an episode if the user entered no series. */
const withKnownSeries = (facts: VideoFacts, known: VideoFacts | undefined): VideoFacts =>
  facts.role === "episode" && facts.series === null
    ? { ...facts, series: known?.series ?? { title: facts.title ?? "Untitled", year: null, ids: {} } }
    : facts

const hasNumbers = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`select from video_numbers where item_id = ${id}`, (rows) => rows.length > 0)
  )

/** Classifies a video manually. `null` restores the classification by name and removes reviewed numbers. */
export const setClassification = Effect.fn("series.setClassification")(function* (
  principal: Principal,
  id: string,
  input: ClassificationInput | null
) {
  const video = yield* getVideo(principal, id)
  const named = yield* byName(video.libraryId, id)
  const known = yield* stored(id)
  const classified =
    input === null
      ? named
      : { facts: withKnownSeries(factsBy(input), known?.classified.facts ?? named.facts), proof: [] }
  const numbered = { _tag: "video.numbered.v1" as const, libraryId: video.libraryId, ...noNumbers }
  const isCleared = input === null && (yield* hasNumbers(id))
  yield* recordByHand(principal, [
    { video, classified, isByHand: input !== null, ...(isCleared ? { numbered } : {}) }
  ])
  return told(classified, input !== null, video.path)
})
