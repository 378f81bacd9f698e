import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("changelog", {
  empty: "No release notes",
  emptyText: "This version has no release notes.",
  loadFailed: "Couldn’t load the release notes",
  technical: "Technical notes",
  whatsNew: "What’s new"
})
