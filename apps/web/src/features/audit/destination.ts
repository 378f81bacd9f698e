import { ScrollText } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "audit",
  label: () => translate(titles, "audit"),
  icon: ScrollText,
  key: "u",
  section: "admin",
  position: 40
}
