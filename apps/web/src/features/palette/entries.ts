import type { MixedItem } from "@media/features/catalog/items/contract"
import type { RouteLocationRaw } from "vue-router"
import type { Choice } from "@/choice/choices"
import type { Picture } from "@/features/items/picture/picture"

/** An entry in the palette, which opens a page or runs an action. */
export interface PaletteEntry extends Choice {
  readonly to?: RouteLocationRaw
  readonly run?: () => Promise<void> | void
  /** Null if the item has no picture yet. Undefined for entries that never have a picture. */
  readonly picture?: Picture | null
  /** The item to remember as recently opened when the user selects the entry. */
  readonly item?: Pick<MixedItem, "id" | "kind" | "title" | "type">
}

export interface PaletteGroup {
  readonly label: string
  readonly choices: ReadonlyArray<PaletteEntry>
}
