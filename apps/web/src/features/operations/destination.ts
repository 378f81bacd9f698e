import { Activity } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "operations",
  label: () => translate(titles, "operations"),
  icon: Activity,
  key: "o",
  section: "admin",
  position: 10
}
