import { defineMessages } from "@/lib/messages"

/** Titles that the routes need at startup. All other messages about images load later. */
export const titles = defineMessages("images.titles", { timeline: "Timeline" })
