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

/** A work that consists of several files, such as a movie on two discs. The files share one playback position. */
const WorkParts = Schema.Struct({
  /** The primary item of the work. The playback position is stored with this item. */
  id: Uuid,
  /** The caller's position in seconds, counted from the start of the first file. */
  position: Schema.Number,
  /** The files in play order. */
  files: Schema.Array(
    Schema.Struct({
      id: Uuid,
      /** Total duration in seconds of the files that precede this file. */
      start: Schema.Number,
      duration: Schema.Number
    })
  )
}).annotations({ identifier: "WorkParts" })

/**
 * The work of the file. A version or a part belongs to the work of its primary item, and any other file is a work of
 * its own.
 */
const Work = Schema.Struct({
  id: Uuid,
  type: Schema.Literal("movie", "episode", "video"),
  /** The series of an episode. Null for other works, and if the caller may not see the series. */
  seriesId: Schema.NullOr(Uuid),
  /** The version to play if the caller does not choose one. The id of the work if there is only one version. */
  preferredId: Uuid,
  /** The playable versions, with the primary version first. Empty for a work with a single version. */
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
  /** The role in the library. `video` means that the video is neither a movie nor an episode. */
  type: Schema.Literal("movie", "episode", "video"),
  container: Schema.NullOr(Schema.String),
  /** Duration in seconds. */
  duration: Schema.NullOr(Schema.Number),
  /** Displayed width and height in pixels, after rotation. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  videoCodec: Schema.NullOr(Schema.String),
  audioCodec: Schema.NullOr(Schema.String),
  /** The permanent reason why the file cannot be converted for HLS. The original file may still be playable. */
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
  /** Bit rate in bits per second. */
  bitRate: Schema.NullOr(Schema.Number),
  streams: Schema.Array(VideoStream),
  chapters: Schema.Array(Chapter),
  /** All subtitle tracks, including tracks without text, such as bitmap subtitles. */
  subtitles: Schema.Array(SubtitleTrack),
  /** The parts of the work. Null unless the file is one of several parts that are played one after another. */
  workParts: Schema.NullOr(WorkParts),
  work: Work,
  playback: Schema.Struct({
    directUrl: Schema.String,
    hlsUrl: Schema.String,
    /** The URL of the WebVTT file with the thumbnails. Null if there are no thumbnails. */
    trickplayUrl: Schema.NullOr(Schema.String),
    directPlayable: Schema.Struct({
      container: Schema.NullOr(Schema.String),
      video: Schema.NullOr(Schema.String),
      audio: Schema.NullOr(Schema.String),
      /**
       * The MIME type for `HTMLMediaElement.canPlayType`. Contains `codecs="unknown"` if a codec has no known name in
       * browsers. Null if the video has not been probed.
       */
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
