import { ProbeFacts } from "@media/media-tools/ProbeFacts"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { detailRow, findItem, listItems, summaryRow, toWire } from "../../catalog/items/queries.ts"
import { versionsOfWork } from "../../catalog/items/versionsOfWork.ts"
import { partsOf, workOf } from "../../catalog/items/works.ts"
import { findStanding } from "../../catalog/user-items/queries.ts"
import { previewFields, previewProblemFields } from "./previewContract.ts"
import { previewExpressions, previewProblemExpressions } from "./previewExpressions.ts"
import { bytesUrl } from "../../MediaKind.ts"
import type { SubtitleTrack } from "./subtitleContract.ts"
import { listSubtitles } from "./subtitleTracks.ts"
import type { Video, VideoSummary } from "./contract.ts"
import { directPlayable } from "./directPlay.ts"
import { videoKind } from "./kind.ts"

const ownSummary = {
  kind: Schema.Literal("video"),
  type: Schema.Literal("movie", "episode", "video"),
  duration: Schema.NullOr(Schema.Number),
  width: Schema.NullOr(Schema.Number),
  height: Schema.NullOr(Schema.Number),
  container: Schema.NullOr(Schema.String),
  videoCodec: Schema.NullOr(Schema.String),
  audioCodec: Schema.NullOr(Schema.String),
  playbackFailure: Schema.NullOr(Schema.String),
  ...previewFields
}
const own = {
  kind: "video" as const,
  facts: "video_facts",
  expressions: {
    kind: "'video'",
    // The API reports versions, parts and extras as ordinary videos.
    type: "case when v.role > 'video' then 'video' else v.role end",
    container: "k.container",
    videoCodec: "k.video_codec",
    audioCodec: "k.audio_codec",
    playbackFailure: "k.playback_failure",
    ...previewExpressions
  }
}
/** Columns of a video in lists. The lists of movies and episodes add further columns. */
export const videoSummaryRows = { ...own, row: Schema.Struct({ ...summaryRow, ...ownSummary }) }
/** Columns of a single video. */
export const videoDetailRows = {
  ...own,
  expressions: {
    ...own.expressions,
    ...previewProblemExpressions,
    frameRate: "k.frame_rate",
    bitRate: "k.bit_rate",
    probe: "k.probe"
  },
  row: Schema.Struct({
    ...detailRow,
    ...ownSummary,
    ...previewProblemFields,
    frameRate: Schema.NullOr(Schema.Number),
    bitRate: Schema.NullOr(Schema.Number),
    probe: Schema.NullOr(Schema.Unknown)
  })
}

const decodeFacts = Schema.decodeUnknownOption(ProbeFacts)

type DetailRow = typeof videoDetailRows.row.Type

const toVideo = <Row extends DetailRow>(
  { probe, ...row }: Row,
  subtitles: ReadonlyArray<SubtitleTrack>,
  workParts: Video["workParts"],
  work: Video["work"]
): Video => {
  const facts = Option.getOrUndefined(probe === null ? Option.none() : decodeFacts(probe))
  return {
    ...toWire(row),
    streams: (facts?.streams ?? []).map((stream) => ({
      index: stream.index,
      kind: stream.kind,
      codec: stream.codec,
      language: stream.language ?? null,
      title: stream.title ?? null,
      width: stream.width ?? null,
      height: stream.height ?? null,
      channels: stream.channels ?? null,
      sampleRate: stream.sampleRate ?? null,
      isDefault: stream.isDefault
    })),
    chapters: facts?.chapters ?? [],
    subtitles,
    workParts,
    work,
    playback: {
      directUrl: bytesUrl(videoKind, row.id),
      hlsUrl: `/api/video-stream/${row.id}/hls/master.m3u8`,
      trickplayUrl: row.trickplay?.vttUrl ?? null,
      directPlayable: directPlayable(facts)
    }
  }
}

/** Returns a page of the videos that the caller may see, with the total number. */
export const listVideos = (principal: Principal, filter: ListFilter) =>
  Effect.map(listItems(principal, videoSummaryRows, filter), (page) => ({
    ...page,
    items: page.items.map((row): VideoSummary => toWire(row))
  }))

export const getVideo = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const row = yield* findItem(principal, videoDetailRows, id)
    const video = toVideo(
      row,
      yield* listSubtitles(principal, id),
      yield* partsOf(principal, id),
      yield* versionsOfWork(principal, id)
    )
    const work = yield* workOf(principal, "video", id)
    if (work.versionId === null) return video
    // The user state of a version is stored with its work, not with the version.
    const standing = yield* Effect.option(findStanding(principal, "video", work.id))
    return Option.match(standing, {
      onNone: () => video,
      onSome: ({ userState }) => ({ ...video, userState })
    })
  })
