import { ScanSearch } from "@lucide/vue"
import type { RouteLocationRaw } from "vue-router"
import { defineMessages, translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"

const messages = defineMessages("identify.entry", { identify: "Identify…" })

/** Returns the "Identify" entry for the menus of items, performers, studios and tags. */
export const identifyEntry = (): MenuEntry & { readonly id: "identify" } => ({
  id: "identify",
  label: translate(messages, "identify"),
  icon: ScanSearch
})

/** Returns the route of the page that lists the results for a target and can run sources to find more. */
export const identifyRoute = (target: string): RouteLocationRaw => ({ name: "identify", query: { target } })
