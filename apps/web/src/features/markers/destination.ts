import { Bookmark } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "markers",
  label: () => translate(titles, "markers"),
  icon: Bookmark,
  key: "m",
  section: "tab",
  position: 200
}
