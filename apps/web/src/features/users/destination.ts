import { Users } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "users",
  label: () => translate(titles, "users"),
  icon: Users,
  key: "p",
  section: "admin",
  position: 30
}
