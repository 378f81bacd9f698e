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
  about:
    "subtitles of videos, from their files, from adjacent files and from people; and the search for what is said",
  stores: "events, on the stream of the item; cues as rows, read again from the files",
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
    transcriptFields: "what transcripts can be filtered by",
    transcriptQuery: "the words of a search in transcripts, and its conditions",
    cues: "the cues of a track, stored outside of the log",
    found: "the tracks in a video's file and next to it, with their cues",
    language: "languages by their codes and names",
    sidecarName: "what a file's name says: whose subtitles it holds, and which",
    sidecars: "files of subtitles as the scan found them",
    text: "SRT, WebVTT and ASS of unknown quality to cues, cues to clean WebVTT, and their words",
    trackIds: "ids that last as long as a track does",
    transcripts: "where a phrase is said"
  }
})
