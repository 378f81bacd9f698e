import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("identify.titles", { identify: "Identify" })
