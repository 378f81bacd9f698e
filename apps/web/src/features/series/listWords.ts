import { defineMessages } from "@/lib/messages"

/** Messages about series that load with the first page. */
export const messages = defineMessages("series.list", {
  episode: "Episode",
  episodes: "{count} episode | {count} episodes"
})
