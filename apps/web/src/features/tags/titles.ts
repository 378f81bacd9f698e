import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("tags.titles", { title: "Tags" })
