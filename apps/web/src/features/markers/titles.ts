import { defineMessages } from "@/lib/messages"

export const titles = defineMessages("markers.titles", { markers: "Markers" })
