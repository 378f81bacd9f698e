import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("trash.titles", { trash: "Trash" })
