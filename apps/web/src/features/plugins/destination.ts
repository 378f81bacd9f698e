import { Puzzle } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "plugins",
  label: () => translate(titles, "plugins"),
  icon: Puzzle,
  key: "n",
  section: "admin",
  position: 36
}
