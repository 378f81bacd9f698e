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
  about: "tracks (music, audiobooks and recordings), with their tags and codecs",
  stores: "events, on the stream of the item; waveforms as rows, which can be regenerated",
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
    artists: "derives the artists of tracks and albums from tags",
    convert: "converts a track while it is played, for browsers that cannot play the original",
    cover: "finds the cover of a track, in its file or in its folder",
    decodable: "measures how much of a track can be decoded",
    discFolder: "recognizes the folders of an album's discs",
    listeners: "limits the concurrent converted streams of an account",
    makeWaveform: "the job that decodes a track to compute its waveform",
    sendSound: "sends a range of a converted track while it is being converted",
    playback: "describes how a player can get the audio of a track",
    tags: "reads the tags of a track from the output of ffprobe",
    unopenable: "the job failure for a file that cannot be opened",
    waveforms: "stores waveforms outside the event log"
  }
})
