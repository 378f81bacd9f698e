import { ScanSearch } from "@lucide/vue"
import type { RouteLocationRaw } from "vue-router"
import { defineMessages, translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"

const messages = defineMessages("identify.entry", { identify: "Identify…" })

/** The entry in the menu of an item, a performer, a studio or a tag. */
export const identifyEntry = (): MenuEntry & { readonly id: "identify" } => ({
  id: "identify",
  label: translate(messages, "identify"),
  icon: ScanSearch
})

/** The results of one target, on the page that can also run sources. */
export const identifyRoute = (target: string): RouteLocationRaw => ({ name: "identify", query: { target } })
