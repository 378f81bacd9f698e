import {
  CheckCheck,
  FolderOpen,
  Heart,
  HeartOff,
  Pencil,
  RotateCcw,
  Star,
  Trash2,
  Undo2,
  X
} from "@lucide/vue"
import { translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"
import type { ItemDefinition, ItemSummary } from "./definition"
import { messages } from "./listMessages"

export type ItemAct = "start" | "favorite" | "watch" | "rate" | "edit" | "library" | "forget" | "remove"

type MenuWord =
  | "edit"
  | "favorite"
  | "forget"
  | "markUnwatched"
  | "markWatched"
  | "playFromStart"
  | "rate"
  | "remove"
  | "showInLibrary"
  | "unfavorite"

interface MenuContext {
  readonly definition: Pick<ItemDefinition, "playTo">
  readonly isAdmin: boolean
  /** In "Continue watching", from which it can be removed. */
  readonly isContinued: boolean
}

/** What the menu of a card offers. */
export const itemMenu = (
  item: ItemSummary,
  { definition, isAdmin, isContinued }: MenuContext
): ReadonlyArray<MenuEntry & { readonly id: ItemAct }> => {
  const { isFavorite, isWatched, position } = item.userState
  const t = (key: MenuWord) => translate(messages, key)
  const isPlayable = definition.playTo !== undefined && item.status === "ready"
  return [
    ...(isPlayable && position > 0
      ? [{ id: "start" as const, label: t("playFromStart"), icon: RotateCcw }]
      : []),
    {
      id: "favorite",
      label: t(isFavorite ? "unfavorite" : "favorite"),
      icon: isFavorite ? HeartOff : Heart,
      writes: true
    },
    ...(isPlayable
      ? [
          {
            id: "watch" as const,
            label: t(isWatched ? "markUnwatched" : "markWatched"),
            icon: isWatched ? Undo2 : CheckCheck,
            writes: true
          }
        ]
      : []),
    { id: "rate", label: t("rate"), icon: Star, writes: true },
    ...(isContinued ? [{ id: "forget" as const, label: t("forget"), icon: X, writes: true }] : []),
    ...(isAdmin ? [{ id: "edit" as const, label: t("edit"), icon: Pencil, separated: true }] : []),
    { id: "library", label: t("showInLibrary"), icon: FolderOpen, separated: !isAdmin },
    ...(isAdmin
      ? [
          {
            id: "remove" as const,
            label: t("remove"),
            icon: Trash2,
            danger: true,
            separated: true,
            writes: true
          }
        ]
      : [])
  ]
}
