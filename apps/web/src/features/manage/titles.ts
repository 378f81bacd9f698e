import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("manage.titles", { overview: "Overview" })
