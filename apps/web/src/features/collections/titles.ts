import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("collections.titles", { title: "Collections", play: "Play" })
