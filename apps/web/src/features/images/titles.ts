import { defineMessages } from "@/lib/messages"

/** Needed by the routes. */
export const titles = defineMessages("images.titles", { timeline: "Timeline" })
