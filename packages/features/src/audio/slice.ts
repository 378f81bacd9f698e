import { defineSlice } from "../defineSlice.ts"
import { trackKind } from "./kind.ts"

export const audioSlice = defineSlice({
  name: "audio",
  about: "tracks: music, audiobooks, recordings",
  stores: "nothing yet: what all items have in common",
  kinds: [trackKind]
})
