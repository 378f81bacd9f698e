import type { MixedItem } from "@media/features/catalog/items/contract"
import type { RouteLocationRaw } from "vue-router"
import type { Choice } from "@/choice/choices"
import type { Picture } from "@/features/items/picture/picture"

/** An entry in the palette, which opens a page or runs an action. */
export interface PaletteEntry extends Choice {
  readonly to?: RouteLocationRaw
  readonly run?: () => Promise<void> | void
  /** Undefined for entries that never have a picture. Null for items that do not have a picture yet. */
  readonly picture?: Picture | null
  /** The item that is added to the recent items when the user selects the entry. */
  readonly item?: Pick<MixedItem, "id" | "kind" | "title" | "type">
}

export interface PaletteGroup {
  readonly label: string
  readonly choices: ReadonlyArray<PaletteEntry>
}
