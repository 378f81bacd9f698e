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
  about: "what only videos have: their probe and its facts, the original bytes",
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
    upload: "the route that receives a video",
    directPlay: "what a browser needs in order to tell whether it can play the original",
    recordProbe: "records what a probe found, or why it failed",
    languageName: "languages by their names in English",
    previewContract: "the previews of a video on the wire",
    previewExpressions: "where lists read the previews of a video",
    subtitleContract: "a subtitle track on the wire",
    subtitleTracks: "the subtitle tracks of a video as its page lists them",
    restamp: "a file that is another one than the scan met",
    tags: "the title and the ids in the tags of a video",
    source: "a video's file, for those who open it",
    unattended: "videos that wait for an examination that no job will make",
    unsettled: "files that may still be written to, and when to look again"
  }
})
