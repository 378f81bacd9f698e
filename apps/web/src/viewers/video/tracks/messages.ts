import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("tracks", {
  audioNow: "Audio track: {label}",
  channels: "{count} channels",
  drawnNow: "Burned-in subtitles: {label}",
  forced: "Forced",
  mono: "Mono",
  off: "Off",
  stereo: "Stereo",
  track: "Track {number}"
})
