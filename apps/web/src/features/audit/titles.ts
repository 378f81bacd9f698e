import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("audit.titles", { audit: "Audit log" })
