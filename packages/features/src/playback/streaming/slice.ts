import { defineSlice } from "../../defineSlice.ts"
import { videosToPreview } from "./backfill.ts"
import { PlaybackGroup } from "./contract.ts"
import { PlaybackLive } from "./http.ts"
import { previewProcessor } from "./processor.ts"
import { preview } from "../previews/queue.ts"
import { hlsRoute } from "./raw.ts"
import { playbackMaintenance } from "./maintenance.ts"

export const playbackSlice = defineSlice({
  name: "streaming",
  about: "HLS: playlists, segments, status, and conversion of whole videos in advance",
  stores: "nothing; the cache can be deleted at any time",
  queues: [{ definition: preview, processor: previewProcessor, backfill: videosToPreview }],
  groups: [[PlaybackGroup, PlaybackLive]],
  raw: [hlsRoute],
  maintenance: [playbackMaintenance],
  concepts: {
    fillOnPlay: "queues the conversion of a whole video after it was played or found damaged",
    realPlay:
      "decides whether a viewer actually watches a video, because the whole video is converted only in this case",
    hlsSource: "loads the examined file for a stream",
    hardware: "the hardware encoder that the settings select",
    tracks: "the audio track and the burned-in subtitles that a viewer selected",
    viewersFirst: "pauses background jobs while the server encodes for a viewer"
  }
})
