import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("requests.titles", { requests: "Requests" })
