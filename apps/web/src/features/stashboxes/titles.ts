import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("stashboxes.titles", { stashboxes: "Stash-boxes" })
