import { defineSlice } from "../../defineSlice.ts"
import { videosToProbe } from "./backfill.ts"
import { VideosAdminGroup, VideosGroup } from "./contract.ts"
import { videoEvents } from "./events.ts"
import { videoFields } from "./fields.ts"
import { VideosAdminLive, VideosLive } from "./http.ts"
import { videoKind } from "./kind.ts"
import { videosTopic } from "./live.ts"
import { videosPolicy } from "./policy.ts"
import { mediaProbeProcessor } from "./processor.ts"
import { videosProjection } from "./projection.ts"
import { mediaProbe } from "./queue.ts"
import { sourceRoute } from "./raw.ts"
import { videoUpload } from "./upload.ts"
import { videoMaintenance } from "./maintenance.ts"
import { videosToTryAgain } from "./backfill.ts"
import { videoSummary } from "./summaries.ts"
import { videoHistory } from "./history.ts"

export const videosSlice = defineSlice({
  name: "videos",
  about: "videos: the result of their probe, and the original file",
  stores: "events, on the stream of the item",
  open: ["queries"],
  fields: videoFields,
  events: videoEvents,
  history: videoHistory,
  projections: [videosProjection],
  policies: [videosPolicy],
  queues: [{ definition: mediaProbe, processor: mediaProbeProcessor, backfill: videosToProbe }],
  groups: [
    [VideosGroup, VideosLive],
    [VideosAdminGroup, VideosAdminLive]
  ],
  raw: [sourceRoute, videoUpload],
  live: [videosTopic],
  kinds: [videoKind],
  summaries: [videoSummary],
  maintenance: [videoMaintenance],
  afterScan: [videosToTryAgain],
  concepts: {
    upload: "the route that receives an uploaded video",
    directPlay: "the data from which a browser decides whether it can play the original file",
    recordProbe: "records the result of a probe, or the reason for its failure",
    languageName: "English names of languages",
    previewContract: "the API schemas of video previews",
    previewExpressions: "SQL for the previews of a video",
    subtitleContract: "the API schema of a subtitle track",
    subtitleTracks: "lists the subtitle tracks of a video",
    restamp: "accepts a file that differs from the one that the scan found",
    tags: "reads the title and the ids from the tags of a video",
    source: "finds the file of a video, for code that opens it",
    unattended: "records a temporary failure for videos that no job will examine",
    unsettled: "delays the examination of files that may still be written to"
  }
})
