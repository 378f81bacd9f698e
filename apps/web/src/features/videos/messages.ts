import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("videos", {
  attachment: "Attachment",
  audio: "Audio",
  bitRate: "Bit rate",
  container: "Container",
  data: "Data",
  default: "default",
  duration: "Duration",
  fps: "{rate} fps",
  frameRate: "Frame rate",
  previewClip: "clip",
  previews: "Preview pictures",
  previewsMade: "{count}, one every {seconds} s",
  previewsNone: "Not created yet",
  previewsSoFar: "{count} so far",
  resolution: "Resolution",
  streams: "{count} stream | {count} streams",
  subtitle: "Subtitles",
  video: "Video"
})
