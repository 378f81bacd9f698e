import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("movies", { versions: "{count} version | {count} versions" })
