import { HardDrive } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "storage",
  label: () => translate(titles, "storage"),
  icon: HardDrive,
  key: "s",
  section: "admin",
  position: 40
}
