import { Copy } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "duplicates",
  label: () => translate(titles, "duplicates"),
  icon: Copy,
  key: "d",
  section: "admin",
  position: 35
}
