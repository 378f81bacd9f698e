import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, Page } from "@media/wire/Envelope"
import { Body, pageParams, QueryBoolean, SafeText } from "@media/wire/Query"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

export const VideoStatus = Schema.Literal("arriving", "ready", "missing", "failed")
export type VideoStatus = typeof VideoStatus.Type

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

const listFields = {
  id: Uuid,
  kind: Schema.Literal("movie", "episode", "video"),
  title: Schema.String,
  status: VideoStatus,
  isMissing: Schema.Boolean,
  isNsfw: Schema.Boolean,
  isOrganized: Schema.Boolean,
  libraryId: Uuid,
  date: Schema.NullOr(Schema.String),
  /** The caller's own rating, 0 to 100. */
  rating: Schema.NullOr(Schema.Int),
  /** Bytes. */
  size: Schema.Number,
  container: Schema.NullOr(Schema.String),
  /** Seconds. */
  duration: Schema.NullOr(Schema.Number),
  /** As displayed: rotation is applied. */
  width: Schema.NullOr(Schema.Int),
  height: Schema.NullOr(Schema.Int),
  videoCodec: Schema.NullOr(Schema.String),
  audioCodec: Schema.NullOr(Schema.String),
  /** Why the file cannot be converted for HLS, once that failed for good; its original may play all the same. */
  playbackFailure: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  updatedAt: Timestamp
}

export const VideoSummary = Schema.Struct(listFields).annotations({ identifier: "VideoSummary" })
export type VideoSummary = typeof VideoSummary.Type

export const Video = Schema.Struct({
  ...listFields,
  sortTitle: Schema.String,
  details: Schema.NullOr(Schema.String),
  rootId: Uuid,
  /** Relative to the library root. */
  path: Schema.String,
  frameRate: Schema.NullOr(Schema.Number),
  /** Bits per second. */
  bitRate: Schema.NullOr(Schema.Number),
  streams: Schema.Array(VideoStream),
  chapters: Schema.Array(Chapter),
  /** Why the file cannot be played, or was not examined, when status is `failed`. */
  failure: Schema.NullOr(Schema.String),
  /** The reason in `failure` may pass (no permission, a cancelled job): examining the file again may help. */
  isFailurePassing: Schema.Boolean,
  /** Counts the edits of this video; a PATCH may send it back to notice somebody else's edit. */
  version: Schema.Int,
  playback: Schema.Struct({
    directUrl: Schema.String,
    hlsUrl: Schema.String,
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

const CalendarDate = Schema.String.pipe(
  Schema.filter(
    // Date.parse makes 2024-03-01 of 2024-02-30.
    (text) => {
      const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
      return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
    },
    {
      message: () => "must be a date such as 2024-05-31"
    }
  )
)
const ratingBounds = () => "must be a whole number from 0 to 100"
export const VideoPatch = Body({
  title: Schema.optional(
    SafeText(500).pipe(Schema.filter((title) => title.trim() !== "", { message: () => "must not be empty" }))
  ),
  details: Schema.optional(Schema.NullOr(SafeText(20_000))),
  date: Schema.optional(Schema.NullOr(CalendarDate)),
  rating: Schema.optional(
    Schema.NullOr(
      Schema.Number.annotations({ message: ratingBounds }).pipe(
        Schema.int({ message: ratingBounds }),
        Schema.between(0, 100, { message: ratingBounds })
      )
    )
  ),
  isOrganized: Schema.optional(Schema.Boolean),
  isNsfw: Schema.optional(Schema.Boolean),
  /** The version the edit was made on; another one answers 409. */
  expectedVersion: Schema.optional(Schema.Int)
})
export type VideoPatch = typeof VideoPatch.Type

export const VideoSort = Schema.Literal("createdAt", "title", "date", "duration", "size", "random")
export const VideoFilter = Schema.Struct({
  ...pageParams,
  q: Schema.optional(SafeText(200)),
  libraryId: Schema.optional(Uuid),
  status: Schema.optional(VideoStatus),
  isMissing: Schema.optional(QueryBoolean),
  isOrganized: Schema.optional(QueryBoolean),
  sort: Schema.optionalWith(VideoSort, { default: () => "createdAt" as const }),
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" as const })
})
export type VideoFilter = typeof VideoFilter.Type

const idPath = Schema.Struct({ id: Schema.String })

export class VideosGroup extends HttpApiGroup.make("videos")
  .add(
    HttpApiEndpoint.get("list", "/api/videos")
      .setUrlParams(VideoFilter)
      .addSuccess(Page("VideosResponse", VideoSummary))
  )
  .add(
    HttpApiEndpoint.get("get", "/api/videos/:id")
      .setPath(idPath)
      .addSuccess(Ok("VideoResponse", Video))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.patch("update", "/api/videos/:id")
      .setPath(idPath)
      .setPayload(VideoPatch)
      .addSuccess(Ok("UpdateVideoResponse", Video))
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
  )
  .middleware(RequireSession) {}

export class VideosAdminGroup extends HttpApiGroup.make("videosAdmin")
  .add(
    HttpApiEndpoint.post("examine", "/api/videos/:id/examine")
      .setPath(idPath)
      .addSuccess(Ok("ExamineVideoResponse", Schema.Struct({ jobRunId: Uuid })))
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}
