import {
  CheckCheck,
  CircleCheck,
  FolderOpen,
  Heart,
  HeartOff,
  LibraryBig,
  ListEnd,
  ListStart,
  Pencil,
  Play,
  RotateCcw,
  Star,
  Trash2,
  Undo2,
  X
} from "@lucide/vue"
import { defineMessages, translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"
import { shareEntries } from "./share"
import type { ItemDefinition, ItemLink, ItemSummary, ListenAct } from "../definition"

export type ItemAct =
  | ListenAct
  | "start"
  | "favorite"
  | "watch"
  | "rate"
  | "collect"
  | "edit"
  | "library"
  | "forget"
  | "remove"
  | "select"
  | "link"
  | "download"
/** Id of the menu entry for a link. It contains the index of the link. */
type LinkAct = `link-${number}`

/** Messages for the menu, which load when the first menu opens. */
const messages = defineMessages("items.menu", {
  addToCollection: "Add to collection…",
  addToQueue: "Add to queue",
  edit: "Edit",
  favorite: "Add to favorites",
  forget: "Remove from Continue",
  markPlayed: "Mark as played",
  markRead: "Mark as read",
  markUnplayed: "Mark as unplayed",
  markUnread: "Mark as unread",
  markUnwatched: "Mark as unwatched",
  markWatched: "Mark as watched",
  playAll: "Play all from here",
  playFromStart: "Play from the beginning",
  playNext: "Play next",
  rate: "Rate…",
  remove: "Delete…",
  select: "Select",
  showInLibrary: "Show in library",
  unfavorite: "Remove from favorites"
})
type MenuWord = keyof typeof messages.texts

interface MenuContext {
  readonly definition: Pick<ItemDefinition, "kind" | "use" | "listen" | "playTo">
  readonly isAdmin: boolean
  /** True in the "Continue" row, where the menu can remove the item from the row. */
  readonly isContinued: boolean
  readonly links?: ReadonlyArray<ItemLink>
  /**
   * True if the menu contains "Select". This entry is needed on devices that cannot hover, because the check box of a
   * card appears on hover.
   */
  readonly isSelectable?: boolean
}

const marks = {
  heard: ["markUnplayed", "markPlayed"],
  read: ["markUnread", "markRead"],
  watched: ["markUnwatched", "markWatched"]
} as const

/** Returns the entries of an item's menu. */
export const itemMenu = (
  item: ItemSummary,
  { definition, isAdmin, isContinued, isSelectable = false, links = [] }: MenuContext
): ReadonlyArray<MenuEntry & { readonly id: ItemAct | LinkAct }> => {
  const { isFavorite, isWatched, position } = item.userState
  const t = (key: MenuWord) => translate(messages, key)
  const isReady = item.status === "ready"
  const isWatchable = definition.playTo !== undefined && isReady
  const isHeard = definition.listen !== undefined && isReady
  const isRead = definition.use === "read" && isReady
  const mark = marks[definition.use ?? "watched"][isWatched ? 0 : 1]
  return [
    ...(isSelectable ? [{ id: "select" as const, label: t("select"), icon: CircleCheck }] : []),
    ...(isHeard
      ? [
          { id: "play" as const, label: t("playAll"), icon: Play },
          { id: "next" as const, label: t("playNext"), icon: ListStart },
          { id: "last" as const, label: t("addToQueue"), icon: ListEnd }
        ]
      : []),
    ...links.map(({ icon, label }, n) => ({
      id: `link-${n}` as const,
      label,
      icon,
      separated: isHeard && n === 0
    })),
    ...(isWatchable && position > 0
      ? [{ id: "start" as const, label: t("playFromStart"), icon: RotateCcw }]
      : []),
    {
      id: "favorite",
      label: t(isFavorite ? "unfavorite" : "favorite"),
      icon: isFavorite ? HeartOff : Heart,
      separated: isHeard,
      writes: true
    },
    ...(isWatchable || isHeard || isRead
      ? [
          {
            id: "watch" as const,
            label: t(mark),
            icon: isWatched ? Undo2 : CheckCheck,
            writes: true
          }
        ]
      : []),
    { id: "rate", label: t("rate"), icon: Star, writes: true },
    { id: "collect", label: t("addToCollection"), icon: LibraryBig, writes: true },
    ...(isContinued ? [{ id: "forget" as const, label: t("forget"), icon: X, writes: true }] : []),
    ...(isAdmin ? [{ id: "edit" as const, label: t("edit"), icon: Pencil, separated: true }] : []),
    { id: "library", label: t("showInLibrary"), icon: FolderOpen, separated: !isAdmin },
    ...shareEntries({ ...item, kind: definition.kind }),
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
