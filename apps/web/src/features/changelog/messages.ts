import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("changelog", {
  empty: "Nothing to report",
  emptyText: "This version came without notes.",
  loadFailed: "Couldn’t load the release notes",
  technical: "Technical notes",
  whatsNew: "What’s new"
})
