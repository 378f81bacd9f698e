import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("series.list", { episodes: "{count} episode | {count} episodes" })
