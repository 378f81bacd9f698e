import { FolderTree } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "libraries",
  label: () => translate(titles, "list"),
  icon: FolderTree,
  key: "l",
  section: "admin",
  position: 20
}
