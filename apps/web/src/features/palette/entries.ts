import type { RouteLocationRaw } from "vue-router"
import type { Choice } from "@/choice/choices"
import type { KindInfo } from "@/features/items/kinds/kinds"
import type { Picture } from "@/features/items/picture/picture"

/** A line of the palette: it leads to a page, or does something. */
export interface PaletteEntry extends Choice {
  readonly to?: RouteLocationRaw
  readonly run?: () => Promise<void> | void
  /** Undefined where the line has no picture at all; null while an item has none yet. */
  readonly picture?: Picture | null
  /** The entry to keep under recent items when a person picks the line. */
  readonly item?: { readonly kind: KindInfo["kind"]; readonly id: string; readonly title: string }
}

export interface PaletteGroup {
  readonly label: string
  readonly choices: ReadonlyArray<PaletteEntry>
}
