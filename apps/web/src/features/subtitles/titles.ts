import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("subtitles.titles", { transcripts: "Transcripts" })
