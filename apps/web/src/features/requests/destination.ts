import { Inbox } from "@lucide/vue"
import { defineAsyncComponent } from "vue"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "received-requests",
  label: () => translate(titles, "requests"),
  icon: Inbox,
  key: "q",
  section: "admin",
  position: 32,
  badge: defineAsyncComponent(() => import("./OpenBadge.vue"))
}
