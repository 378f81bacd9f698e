import { House } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "home",
  label: () => translate(titles, "home"),
  icon: House,
  key: "h",
  section: "everyone",
  position: 0
}
