import { defineMessages } from "@/lib/messages"

/** Known before the reader is loaded. */
export const messages = defineMessages("books.reader.titles", { title: "Reader" })
