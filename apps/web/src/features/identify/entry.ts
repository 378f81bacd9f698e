import { ScanSearch } from "@lucide/vue"
import type { RouteLocationRaw } from "vue-router"
import { defineMessages, translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"

const messages = defineMessages("identify.entry", { identify: "Identify…" })

/** Returns the menu entry for items, performers, studios and tags. */
export const identifyEntry = (): MenuEntry & { readonly id: "identify" } => ({
  id: "identify",
  label: translate(messages, "identify"),
  icon: ScanSearch
})

/** Returns the route of the page with the results for a target. The page can also run sources for the target. */
export const identifyRoute = (target: string): RouteLocationRaw => ({ name: "identify", query: { target } })
