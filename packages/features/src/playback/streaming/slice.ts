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
  about: "HLS: playlists, segments, status, filling the cache",
  stores: "nothing: the cache can be deleted at any time",
  queues: [{ definition: preview, processor: previewProcessor, backfill: videosToPreview }],
  groups: [[PlaybackGroup, PlaybackLive]],
  raw: [hlsRoute],
  maintenance: [playbackMaintenance],
  concepts: {
    fillOnPlay: "queues the conversion of the whole video once it is played, or found broken",
    realPlay: "tells watching from looking: only what is played is converted as a whole",
    hlsSource: "the probed file behind a stream",
    hardware: "which hardware encoder the settings ask for",
    tracks: "the audio track and the drawn subtitles that a viewer chose",
    viewersFirst: "an encoder of a viewer holds background jobs off"
  }
})
