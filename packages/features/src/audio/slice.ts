import { defineSlice } from "../defineSlice.ts"
import { tracksToProbe } from "./backlog.ts"
import { AudioTracksGroup } from "./contract.ts"
import { audioEvents } from "./events.ts"
import { AudioTracksLive } from "./http.ts"
import { trackKind } from "./kind.ts"
import { audioTopic } from "./live.ts"
import { audioPolicy } from "./policy.ts"
import { audioProbeProcessor } from "./processor.ts"
import { audioProjection } from "./projection.ts"
import { audioProbe } from "./queue.ts"
import { audioSourceRoute } from "./raw.ts"

export const audioSlice = defineSlice({
  name: "audio",
  about: "tracks: music, audiobooks, recordings; what their tags say and how they are coded",
  stores: "events, on the stream of the item",
  events: audioEvents,
  projections: [audioProjection],
  policies: [audioPolicy],
  queues: [{ definition: audioProbe, processor: audioProbeProcessor, backlog: tracksToProbe }],
  groups: [[AudioTracksGroup, AudioTracksLive]],
  raw: [audioSourceRoute],
  live: [audioTopic],
  kinds: [trackKind],
  concepts: { tags: "what the tags of a file say, by the names that ffmpeg gives them" }
})
