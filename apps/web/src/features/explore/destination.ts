import { Compass } from "@lucide/vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { exploreTabs } from "./exploreTabs"
import { titles } from "./titles"

export const destination: Destination = {
  name: "explore",
  label: () => translate(titles, "explore"),
  icon: Compass,
  key: "x",
  section: "everyone",
  position: 200,
  covers: exploreTabs
}
