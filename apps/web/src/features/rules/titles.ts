import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("rules.titles", { rules: "Rules" })
