import { ScrollText } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "history",
  label: () => translate(titles, "history"),
  icon: ScrollText,
  key: "u",
  section: "admin",
  position: 50
}
