import { MessageSquareText } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "transcripts",
  label: () => translate(titles, "transcripts"),
  icon: MessageSquareText,
  key: "r",
  section: "tab",
  position: 210
}
