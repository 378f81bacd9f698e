import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("home.titles", { home: "Home" })
