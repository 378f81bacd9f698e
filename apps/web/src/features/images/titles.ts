import { defineMessages } from "@/lib/messages"

/** Known with the routes. */
export const titles = defineMessages("images.titles", { timeline: "Timeline" })
