import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("books.list", { continue: "Continue reading" })
