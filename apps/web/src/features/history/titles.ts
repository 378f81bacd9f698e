import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("history.titles", { history: "Activity log" })
