import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, Page } from "@media/wire/Envelope"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import {
  itemDetailFields,
  itemGroup,
  ItemPatch,
  itemSummaryFields,
  MovingItemFilter
} from "../../catalog/items/contract.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { SubtitleTrack } from "./subtitleContract.ts"
import { previewFields, previewProblemFields } from "./previewContract.ts"
import { videoKind } from "./kind.ts"

export const VideoStream = Schema.Struct({
  index: Schema.Int,
  kind: Schema.Literal("video", "audio", "subtitle", "data", "attachment"),
  codec: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.String),
  title: Schema.NullOr(Schema.String),
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  channels: Schema.NullOr(Schema.Int),
  sampleRate: Schema.NullOr(Schema.Int),
  isDefault: Schema.Boolean
}).annotations({ identifier: "VideoStream" })

export const Chapter = Schema.Struct({
  start: Schema.Number,
  end: Schema.Number,
  title: Schema.String
}).annotations({ identifier: "Chapter" })

/** A work in several files. Its progress runs over all of them. */
const WorkParts = Schema.Struct({
  /** The primary item of the work, which stores its progress. */
  id: Uuid,
  /** The caller's position in the whole work, in seconds. */
  position: Schema.Number,
  /** In play order. */
  files: Schema.Array(
    Schema.Struct({
      id: Uuid,
      /** Seconds of the work before this file. */
      start: Schema.Number,
      duration: Schema.Number
    })
  )
}).annotations({ identifier: "WorkParts" })

/** The work of a file: the file itself, or the primary item of its versions and parts. */
const Work = Schema.Struct({
  id: Uuid,
  type: Schema.Literal("movie", "episode", "video"),
  /** The versions that can be played, the primary one first. Empty for a work in one version. */
  versions: Schema.Array(
    Schema.Struct({
      id: Uuid,
      label: Schema.NullOr(Schema.String),
      width: Schema.NullOr(Schema.Int),
      height: Schema.NullOr(Schema.Int)
    })
  )
}).annotations({ identifier: "VideoWork" })

const listFields = {
  ...itemSummaryFields,
  kind: Schema.Literal("video"),
  /** Its role in the library: a video is neither a movie nor an episode of a series. */
  type: Schema.Literal("movie", "episode", "video"),
  container: Schema.NullOr(Schema.String),
  /** Seconds. */
  duration: Schema.NullOr(Schema.Number),
  /** Displayed size: rotation is applied. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  videoCodec: Schema.NullOr(Schema.String),
  audioCodec: Schema.NullOr(Schema.String),
  /** The permanent reason why the file cannot be converted for HLS. The original may still play. */
  playbackFailure: Schema.NullOr(Schema.String),
  ...previewFields
}

export const VideoSummary = Schema.Struct(listFields).annotations({ identifier: "VideoSummary" })
export type VideoSummary = typeof VideoSummary.Type

export const Video = Schema.Struct({
  ...listFields,
  ...itemDetailFields,
  ...previewProblemFields,
  frameRate: Schema.NullOr(Schema.Number),
  /** Bits per second. */
  bitRate: Schema.NullOr(Schema.Number),
  streams: Schema.Array(VideoStream),
  chapters: Schema.Array(Chapter),
  /** Includes bitmap subtitles, with the reason why they have no text. */
  subtitles: Schema.Array(SubtitleTrack),
  /** Set if the file is one of the parts that are played one after another as one work. */
  workParts: Schema.NullOr(WorkParts),
  work: Work,
  playback: Schema.Struct({
    directUrl: Schema.String,
    hlsUrl: Schema.String,
    /** WebVTT; null if there is none. */
    trickplayUrl: Schema.NullOr(Schema.String),
    directPlayable: Schema.Struct({
      container: Schema.NullOr(Schema.String),
      video: Schema.NullOr(Schema.String),
      audio: Schema.NullOr(Schema.String),
      /** For `HTMLMediaElement.canPlayType`, as far as the probe knows it. */
      mimeType: Schema.NullOr(Schema.String)
    })
  })
}).annotations({ identifier: "Video" })
export type Video = typeof Video.Type

export const VideoPatch = ItemPatch
export type VideoPatch = ItemPatch
export const VideoFilter = MovingItemFilter
export type VideoFilter = MovingItemFilter

export class VideosGroup extends itemGroup("videos", {
  name: "Video",
  path: videoKind.paths.list,
  list: HttpApiEndpoint.get("list", videoKind.paths.list)
    .setUrlParams(VideoFilter)
    .addSuccess(Page("VideosResponse", VideoSummary))
    .addError(FailInvalid)
    .addError(FailTooBroad),
  detail: Video
}) {}

export class VideosAdminGroup extends HttpApiGroup.make("videosAdmin")
  .add(
    HttpApiEndpoint.post("examine", "/api/videos/:id/examine")
      .setPath(idPath)
      .addSuccess(Ok("ExamineVideoResponse", Schema.Struct({ jobRunId: Uuid })))
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}
