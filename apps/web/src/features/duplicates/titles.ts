import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("duplicates.titles", { duplicates: "Duplicates" })
