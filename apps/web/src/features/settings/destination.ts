import { SlidersHorizontal } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "settings",
  label: () => translate(titles, "settings"),
  icon: SlidersHorizontal,
  key: ",",
  section: "admin",
  position: 90
}
