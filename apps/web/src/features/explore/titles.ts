import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("explore.titles", {
  explore: "Explore",
  markers: "Markers",
  people: "People",
  studios: "Studios",
  tags: "Tags",
  transcripts: "Transcripts"
})
