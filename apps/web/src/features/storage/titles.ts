import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("storage.titles", { storage: "Storage" })
