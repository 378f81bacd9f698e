import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("plugins.titles", { plugins: "Plugins" })
