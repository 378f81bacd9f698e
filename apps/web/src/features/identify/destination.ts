import { ScanSearch } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "identify",
  label: () => translate(titles, "identify"),
  icon: ScanSearch,
  key: "4",
  section: "admin",
  position: 33
}
