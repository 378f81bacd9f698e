import { CloudDownload } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "scrapers",
  label: () => translate(titles, "scrapers"),
  icon: CloudDownload,
  key: ".",
  section: "admin",
  position: 36
}
