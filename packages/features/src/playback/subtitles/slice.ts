import { defineSlice } from "../../defineSlice.ts"
import { videosToExtract } from "./backfill.ts"
import { SubtitlesAdminGroup, SubtitlesGroup } from "./contract.ts"
import { subtitleEvents } from "./events.ts"
import { SubtitlesAdminLive, SubtitlesLive } from "./http.ts"
import { subtitlesTopic } from "./live.ts"
import { subtitlesPolicy } from "./policy.ts"
import { extractSubtitlesProcessor } from "./processor.ts"
import { subtitlesProjection } from "./projection.ts"
import { extractSubtitles } from "./queue.ts"
import { subtitleSourceRoute, subtitleUploadRoute } from "./raw.ts"
import { videosWithOtherSubtitles } from "./sidecars.ts"
import { subtitleFields } from "./fields.ts"
import { subtitleHistory } from "./history.ts"
import { transcriptFields } from "./transcriptFields.ts"

export const subtitlesSlice = defineSlice({
  name: "subtitles",
  about: "subtitles of videos, embedded, from sidecar files or uploaded, and the search in transcripts",
  stores: "events, on the stream of the item; cues as rows, which can be read from the files again",
  lists: { transcripts: transcriptFields },
  open: ["text"],
  events: subtitleEvents,
  history: subtitleHistory,
  fields: subtitleFields,
  projections: [subtitlesProjection],
  policies: [subtitlesPolicy],
  queues: [{ definition: extractSubtitles, processor: extractSubtitlesProcessor, backfill: videosToExtract }],
  groups: [
    [SubtitlesGroup, SubtitlesLive],
    [SubtitlesAdminGroup, SubtitlesAdminLive]
  ],
  raw: [subtitleSourceRoute, subtitleUploadRoute],
  live: [subtitlesTopic],
  afterScan: [videosWithOtherSubtitles],
  concepts: {
    transcriptFields: "the filter fields of transcripts",
    transcriptQuery: "parses the words and conditions of a transcript search",
    cues: "stores the cues of a track outside the event log",
    found: "reads the subtitle tracks in a video and next to it, with their cues",
    language: "recognizes languages by their codes and names",
    sidecarName: "finds the video of a subtitle file by name, and reads the language and other properties",
    sidecars: "lists the subtitle files that the scan found",
    text: "parses SRT, WebVTT and ASS of any quality to cues, and writes cues as clean WebVTT",
    trackIds: "stable ids of subtitle tracks",
    transcripts: "searches transcripts for a phrase"
  }
})
