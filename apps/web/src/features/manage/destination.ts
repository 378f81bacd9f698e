import { LayoutDashboard } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "overview",
  label: () => translate(titles, "overview"),
  icon: LayoutDashboard,
  key: "w",
  section: "admin",
  position: 0
}
