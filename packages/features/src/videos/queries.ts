import { ProbeFacts } from "@media/media-tools/ProbeFacts"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  detailColumns,
  findItem,
  listItems,
  summaryColumns,
  toItemDetail,
  toItemSummary
} from "../items/queries.ts"
import type { Video, VideoFilter, VideoSummary } from "./contract.ts"
import { directPlayable } from "./directPlay.ts"

const summaryFacts = {
  container: Schema.NullOr(Schema.String),
  video_codec: Schema.NullOr(Schema.String),
  audio_codec: Schema.NullOr(Schema.String),
  playback_failure: Schema.NullOr(Schema.String)
}
const detailFacts = {
  ...summaryFacts,
  frame_rate: Schema.NullOr(Schema.Number),
  bit_rate: Schema.NullOr(Schema.Number),
  probe: Schema.NullOr(Schema.Unknown)
}
const videoColumns = {
  role: Schema.Literal("movie", "episode", "video"),
  duration: Schema.NullOr(Schema.Number),
  width: Schema.NullOr(Schema.Number),
  height: Schema.NullOr(Schema.Number)
}
const summaryRows = {
  kind: "video" as const,
  row: Schema.Struct({ ...summaryColumns, ...videoColumns, ...summaryFacts }),
  facts: { table: "video_facts", columns: summaryFacts }
}
const detailRows = {
  kind: "video" as const,
  row: Schema.Struct({ ...summaryColumns, ...detailColumns, ...videoColumns, ...detailFacts }),
  facts: { table: "video_facts", columns: detailFacts }
}

const videoFields = (row: typeof summaryRows.row.Type) => ({
  kind: row.role,
  container: row.container,
  duration: row.duration,
  width: row.width,
  height: row.height,
  videoCodec: row.video_codec,
  audioCodec: row.audio_codec,
  playbackFailure: row.playback_failure
})

const decodeFacts = Schema.decodeUnknownOption(ProbeFacts)

const toVideo = (row: typeof detailRows.row.Type): Video => {
  const facts = Option.getOrUndefined(row.probe === null ? Option.none() : decodeFacts(row.probe))
  return {
    ...toItemDetail(row),
    ...videoFields(row),
    frameRate: row.frame_rate,
    bitRate: row.bit_rate,
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
    playback: {
      directUrl: `/api/video-stream/${row.id}/source`,
      hlsUrl: `/api/video-stream/${row.id}/hls/master.m3u8`,
      directPlayable: directPlayable(facts)
    }
  }
}

/** A page of the videos the caller may see, and how many there are in all. */
export const listVideos = (principal: Principal, filter: VideoFilter) =>
  Effect.map(listItems(principal, summaryRows, filter), ({ rows, ...page }) => ({
    ...page,
    items: rows.map((row): VideoSummary => ({ ...toItemSummary(row), ...videoFields(row) }))
  }))

export const getVideo = (principal: Principal, id: string) =>
  Effect.map(findItem(principal, detailRows, id), toVideo)
