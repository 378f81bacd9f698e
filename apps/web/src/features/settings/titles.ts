import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("settings.titles", { settings: "Settings" })
