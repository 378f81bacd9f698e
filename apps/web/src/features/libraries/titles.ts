import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("libraries.titles", { list: "Libraries", one: "Library" })
