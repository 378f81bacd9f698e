import { Trash2 } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "trash",
  label: () => translate(titles, "trash"),
  icon: Trash2,
  key: "t",
  section: "admin",
  position: 45
}
