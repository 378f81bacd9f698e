import type { RouteLocationRaw } from "vue-router"
import type { Choice } from "@/choice/choices"
import type { KindInfo } from "@/features/items/kinds/kinds"
import type { Picture } from "@/features/items/picture/picture"

/** An entry of the palette, which opens a page or runs an action. */
export interface PaletteEntry extends Choice {
  readonly to?: RouteLocationRaw
  readonly run?: () => Promise<void> | void
  /** Undefined for entries without a picture; null for items that have no picture yet. */
  readonly picture?: Picture | null
  /** The entry to add to the recent items when the user picks it. */
  readonly item?: { readonly kind: KindInfo["kind"]; readonly id: string; readonly title: string }
}

export interface PaletteGroup {
  readonly label: string
  readonly choices: ReadonlyArray<PaletteEntry>
}
