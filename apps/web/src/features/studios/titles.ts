import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("studios.titles", { title: "Studios" })
