import { defineMessages } from "@/lib/messages"

/** Loaded with the first page. */
export const messages = defineMessages("series.list", {
  episode: "Episode",
  episodes: "{count} episode | {count} episodes"
})
