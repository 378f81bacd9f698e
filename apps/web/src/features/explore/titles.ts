import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("explore.titles", {
  explore: "Explore",
  markers: "Markers",
  transcripts: "Transcripts"
})
