import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("performers.titles", { title: "People" })
