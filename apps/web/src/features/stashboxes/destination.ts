import { Fingerprint } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "stashboxes",
  label: () => translate(titles, "stashboxes"),
  icon: Fingerprint,
  key: "2",
  section: "admin",
  position: 37
}
