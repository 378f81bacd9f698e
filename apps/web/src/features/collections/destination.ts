import { LibraryBig } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "collections",
  label: () => translate(titles, "title"),
  icon: LibraryBig,
  key: "z",
  section: "everyone",
  position: 190
}
