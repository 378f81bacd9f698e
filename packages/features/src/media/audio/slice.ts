import { defineSlice } from "../../defineSlice.ts"
import { tracksToProbe, tracksWithoutWaveform } from "./backfill.ts"
import { AudioTracksGroup } from "./contract.ts"
import { audioEvents } from "./events.ts"
import { audioFields } from "./fields.ts"
import { AudioTracksLive } from "./http.ts"
import { trackKind } from "./kind.ts"
import { audioTopic } from "./live.ts"
import { audioWaveformProcessor } from "./makeWaveform.ts"
import { audioPolicy } from "./policy.ts"
import { audioProbeProcessor } from "./processor.ts"
import { audioProjection } from "./projection.ts"
import { audioProbe, audioWaveform } from "./queue.ts"
import { audioSourceRoute, waveformRoute } from "./raw.ts"
import { trackMaintenance } from "./maintenance.ts"
import { waveformFollowUp } from "./followUps.ts"
import { trackSummary } from "./summaries.ts"
import { trackHistory } from "./history.ts"

export const audioSlice = defineSlice({
  name: "audio",
  about: "tracks: music, audiobooks, recordings; what their tags say and how they are coded",
  stores: "events, on the stream of the item; waveforms as rows, made again from the files",
  open: ["artists", "discFolder", "queries"],
  fields: audioFields,
  events: audioEvents,
  history: trackHistory,
  projections: [audioProjection],
  policies: [audioPolicy],
  queues: [
    { definition: audioProbe, processor: audioProbeProcessor, backfill: tracksToProbe },
    { definition: audioWaveform, processor: audioWaveformProcessor, backfill: tracksWithoutWaveform }
  ],
  groups: [[AudioTracksGroup, AudioTracksLive]],
  raw: [audioSourceRoute, waveformRoute],
  live: [audioTopic],
  kinds: [trackKind],
  summaries: [trackSummary],
  maintenance: [trackMaintenance],
  followUps: [waveformFollowUp],
  concepts: {
    artists: "who is heard on a track and whose an album is, by what tags say",
    convert: "a track in a form that browsers play, made while it is read",
    cover: "the picture of a track: in its file, or next to it",
    decodable: "how much of a track can be decoded",
    discFolder: "folders of the discs of an album",
    listeners: "how many hear converted tracks at once",
    makeWaveform: "the job that decodes a track for its waveform",
    sendSound: "a range of a converted track, sent while it is made",
    playback: "where a track is played from, by how its file is coded",
    tags: "what the tags of a file say, by the names that ffmpeg gives them",
    unopenable: "what a job does about a file that it cannot open",
    waveforms: "the waveforms of tracks, stored outside of the log"
  }
})
