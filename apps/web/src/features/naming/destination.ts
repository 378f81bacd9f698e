import { FileSearch } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "naming",
  label: () => translate(titles, "naming"),
  icon: FileSearch,
  key: "y",
  section: "admin",
  position: 46
}
