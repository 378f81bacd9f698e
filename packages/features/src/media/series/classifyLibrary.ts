import { VersionConflict } from "@media/event-store/errors"
import type { partsDone } from "@media/jobs/GroupProgress"
import { uuidv7 } from "@media/kernel/Ids"
import { isSameJson } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import { type FoundGroup, groupChanges, matchGroups } from "../../catalog/groups/reconcile.ts"
import { describeLibrary } from "../nfo/describe.ts"
import { nfoFactsOf } from "../nfo/facts.ts"
import { nfoFilesOf } from "../nfo/files.ts"
import { writeChanges } from "../../catalog/groups/write.ts"
import type { ItemEvent } from "../../catalog/items/events.ts"
import {
  CLASSIFIER_VERSION,
  classifyVideos,
  type Classified,
  noNfo,
  type VideoFile,
  type VideosAs
} from "./classify.ts"
import type { SeriesEvent } from "./events.ts"
import { canonicalFacts, type VideoFacts } from "./facts.ts"
import { type FoundFacts, seasonTitle, seriesOf } from "./grouping.ts"
import { seriesScanStream } from "./ids.ts"
import type { United } from "./merged.ts"
import { unitingOf } from "./uniting.ts"
import { attachExtrasOfSeries, recordAttachments } from "./attaching.ts"
import { groupsKnown, type KnownGroupRow, type KnownVideo, libraryOf, videosOf } from "./known.ts"
import type { ReviewedNumbers } from "./reviewedNumbers.ts"
import { shownTitle } from "./shownTitle.ts"

type Event = ItemEvent | SeriesEvent
type Report = ReturnType<typeof partsDone>
const cause = "series-scan"

export const knownFacts = ({ facts }: KnownVideo): VideoFacts | null => facts as VideoFacts | null

/**
 * Returns a function that converts a video to the input of the classifier. The input includes the manual
 * classification, the reviewed numbers, and whether the video is the primary file of a work.
 */
export const fileOf = (videos: ReadonlyArray<KnownVideo>) => {
  const leading = new Set(videos.flatMap(({ attachedTo }) => attachedTo ?? []))
  return (video: KnownVideo): VideoFile => ({
    ...video,
    isPrimary: video.attachedTo === null && (leading.has(video.id) || video.facts !== null),
    byHand: video.isByHand ? knownFacts(video) : null,
    numbers: video.isByHand ? null : (video.numbers as ReviewedNumbers | null)
  })
}

/** Classifies the videos of a library by their names and NFO files, without recording anything. */
export const classificationOf = (libraryId: string, videosAs: VideosAs) =>
  Effect.gen(function* () {
    const videos = yield* videosOf(libraryId)
    const nfoFiles = yield* nfoFilesOf(libraryId)
    // A library of plain videos has no movies or episodes, even if an NFO file describes one.
    const nfo = videosAs === "videos" ? noNfo : nfoFactsOf(nfoFiles, videos)
    const unite = yield* unitingOf(libraryId, videos)
    const found = classifyVideos(videosAs, videos.map(fileOf(videos)), nfo, unite)
    return { videos, nfoFiles, found }
  })

/**
 * True if the new classification must be recorded because it differs from the recorded one. Always false for manually
 * classified videos. A plain video that was never classified needs no event.
 */
export const isNews = (video: KnownVideo, { facts }: Classified): boolean => {
  const known = knownFacts(video)
  if (video.isByHand) return false
  return known === null ? facts.role !== "video" : canonicalFacts(known) !== canonicalFacts(facts)
}

/** Records the new classifications. Manual classifications are kept. */
const recordClassifications = (
  videos: ReadonlyArray<KnownVideo>,
  found: ReadonlyMap<string, Classified>,
  report: Report
) =>
  Effect.gen(function* () {
    const news = videos.flatMap((video) => {
      const classified = found.get(video.id)
      return classified === undefined || !isNews(video, classified) ? [] : [{ video, classified }]
    })
    const changes = news.map(({ classified: { facts, proof }, video }) => {
      const event = {
        _tag: "video.classified.v1" as const,
        ...facts,
        isByHand: false,
        shownTitle: shownTitle(facts, video.path),
        proof,
        parser: CLASSIFIER_VERSION
      }
      return { id: video.id, events: [event] }
    })
    yield* writeChanges(changes, cause, report)
    return changes.length
  })

/** Returns the events that create a series or season, or that update its facts. */
const describing = (
  { facts, key }: FoundGroup<FoundFacts>,
  known: KnownGroupRow | undefined,
  parentId: string | null
): ReadonlyArray<Event> => {
  const registered = (title: string): ReadonlyArray<Event> =>
    known === undefined ? [{ _tag: "item.group-registered.v1", kind: facts.kind, title, folder: null }] : []
  if (facts.kind === "season")
    return known === undefined && parentId !== null
      ? [
          ...registered(seasonTitle(facts.number)),
          { _tag: "season.described.v1", seriesId: parentId, number: facts.number }
        ]
      : []
  const { ids, title, year } = facts
  const isRetitled = known !== undefined && known.title !== title
  const isSame = known?.key === key && known.year === year && isSameJson(known.ids, ids)
  return [
    ...registered(title),
    ...(isSame && !isRetitled
      ? []
      : [{ _tag: "series.described.v1" as const, key, year, ids, title: isRetitled ? title : null }])
  ]
}

/** Moves episodes into their seasons and seasons into their series. Creates missing series and seasons. */
const reconcileSeries = (
  libraryId: string,
  videos: ReadonlyArray<KnownVideo>,
  factsOf: (video: KnownVideo) => VideoFacts,
  attached: ReadonlySet<string>,
  { finish, nameFor, renamed }: United,
  report: Report
) =>
  Effect.gen(function* () {
    const works = videos.map((video) => {
      const facts = factsOf(video)
      const name = facts.series === null ? undefined : nameFor(facts.series)
      const united = name === undefined ? facts : { ...facts, series: name }
      return { id: video.id, path: video.path, facts: united, video }
    })
    const episodes = works.filter(({ facts, video }) => facts.role === "episode" && !attached.has(video.id))
    const found = finish(seriesOf(libraryId, episodes))
    const parents = [...new Set(videos.flatMap(({ parentId }) => parentId ?? []))]
    const known = yield* groupsKnown(
      libraryId,
      found.map(({ key }) => key),
      parents
    )
    const placements = new Map(videos.map((video) => [video.id, video]))
    const matched = matchGroups(found, known, placements)
    const isIn = new Set(episodes.map(({ id }) => id))
    const strays = videos
      .filter(({ id, parentId }) => parentId !== null && !isIn.has(id))
      .map(({ id }) => ({
        id,
        events: [{ _tag: "item.placed.v1" as const, parentId: null, ordinal: null }]
      }))
    const changes = groupChanges(matched, { placements, newId: uuidv7, describe: describing })
    const keys = renamed.map(({ id, ...facts }) => ({
      id,
      events: [{ _tag: "series.described.v1" as const, ...facts }]
    }))
    yield* writeChanges([...keys, ...changes, ...strays], cause, report)
    return { series: found.length, episodes: episodes.length, changed: changes.length + strays.length }
  })

/**
 * Classifies the videos of a library by their names, and then updates its series and seasons to match the episodes.
 * Writes no events for videos and groups that are already correct.
 */
export const classifyLibrary = Effect.fn("series.classifyLibrary")(
  function* (libraryId: string, report: Report) {
    const [library] = yield* libraryOf(libraryId)
    if (library === undefined) return { skipped: "The library was removed" }
    const { found, nfoFiles, videos } = yield* classificationOf(libraryId, library.videosAs)
    const factsOf = (video: KnownVideo) =>
      (video.isByHand ? knownFacts(video) : null) ?? found.classified.get(video.id)!.facts
    const classified = yield* recordClassifications(videos, found.classified, report)
    const attached = yield* recordAttachments(videos, found.attached, factsOf, report)
    const outcome = yield* reconcileSeries(libraryId, videos, factsOf, attached, found.united, report)
    yield* attachExtrasOfSeries(videos, found.attached, factsOf, report)
    if (library.parser !== CLASSIFIER_VERSION || library.classifiedAs !== library.videosAs) {
      const finished = { libraryId, parser: CLASSIFIER_VERSION, videosAs: library.videosAs }
      yield* writeChanges(
        [
          {
            id: seriesScanStream(libraryId),
            events: [{ _tag: "series-scan.finished.v1", ...finished } as Event]
          }
        ],
        cause,
        report
      )
    }
    const described = yield* describeLibrary(libraryId, nfoFiles, found.seriesFolders, report)
    return { videos: videos.length, classified, described, ...outcome }
  },
  Effect.retry({ times: 3, while: (error) => error instanceof VersionConflict })
)
