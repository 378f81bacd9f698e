import { defineSlice } from "../defineSlice.ts"
import { AudioTracksGroup } from "./contract.ts"
import { AudioTracksLive } from "./http.ts"
import { trackKind } from "./kind.ts"
import { audioSourceRoute } from "./raw.ts"

export const audioSlice = defineSlice({
  name: "audio",
  about: "tracks: music, audiobooks, recordings",
  stores: "nothing yet: what all items have in common",
  groups: [[AudioTracksGroup, AudioTracksLive]],
  raw: [audioSourceRoute],
  kinds: [trackKind]
})
