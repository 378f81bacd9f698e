import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("playerVersions", {
  version: "Version {number}",
  versionNow: "Version: {label}"
})
