import { Wand2 } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "rules",
  label: () => translate(titles, "rules"),
  icon: Wand2,
  key: "1",
  section: "admin",
  position: 34
}
