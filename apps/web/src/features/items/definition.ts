import type { ItemPatch } from "@media/features/catalog/items/contract"
import type { TrashEntry } from "@media/features/catalog/items/trashEntry"
import type { PlayStart, ProgressReport, UserState } from "@media/features/catalog/user-items/contract"
import type { Video, VideoSummary } from "@media/features/media/videos/contract"
import type { Component } from "vue"
import type { RouteLocationRaw } from "vue-router"
import type { ListPage } from "@/lib/usePagedList"
import type { TableColumn } from "@/ui/table"
import type { Cover } from "./picture/cover"
import type { ItemFilter, ItemSort } from "./list/filter"
import type { KindInfo } from "./kinds/kinds"

export type { ItemPatch, ProgressReport, UserState }

/** Fields of a list row, for all kinds. */
export type ItemSummary = Pick<
  VideoSummary,
  | "id"
  | "title"
  | "status"
  | "isMissing"
  | "isNsfw"
  | "isOrganized"
  | "libraryId"
  | "date"
  | "userState"
  | "picture"
  | "size"
  | "createdAt"
  | "updatedAt"
>
/** Additional fields of a single item, for all kinds. */
export type ItemDetail = ItemSummary &
  Pick<Video, "sortTitle" | "details" | "failure" | "isFailurePassing" | "version" | "fingerprints"> &
  Pick<Video, "performers" | "studio" | "tags" | "externalIds" | "urls" | "sources"> & {
    /** Groups do not always have a root. */
    readonly rootId: string | null
    readonly path: string | null
  }

type At = {
  readonly path: { readonly id: string }
  /** The request completes even if the page is closed. */
  readonly keepalive?: boolean
}
/** Routes for the user's own state; they have the same names in the API client of every kind. */
export interface OwnRoutes {
  readonly favorite: (at: At) => Promise<null>
  readonly unfavorite: (at: At) => Promise<null>
  readonly rate: (at: At & { readonly body: { readonly rating: number | null } }) => Promise<null>
  readonly watch: (at: At) => Promise<UserState>
  readonly unwatch: (at: At) => Promise<UserState>
  readonly play: (at: At & { readonly body: PlayStart }) => Promise<UserState>
  readonly progress: (
    at: At & { readonly body: ProgressReport; readonly keepalive?: boolean | undefined }
  ) => Promise<UserState>
  readonly forgetProgress: (at: At) => Promise<UserState>
  /** A change to the library, for administrators only. */
  readonly remove: (at: At & { readonly query: { readonly deleteFile?: boolean } }) => Promise<TrashEntry>
}

/** The texts of a card. */
export interface CardLook {
  /** At the lower left of the picture: "4K". */
  readonly badge?: string | undefined
  /** At the lower right of the picture: "1:52:10". */
  readonly corner?: string | undefined
  /** Parts of the line below the title, next to the date. */
  readonly facts?: ReadonlyArray<string | undefined>
  /** Duration in seconds. */
  readonly duration?: number | null
  /** The reason why it has no picture. */
  readonly pictureFailure?: string | null
  /** The address of the file itself, shown until a picture exists. */
  readonly original?: string | undefined
  /** Drawn if there is no picture. */
  readonly cover?: Cover
  /** A video in portrait orientation, which has no wide picture. */
  readonly isUpright?: boolean
  /** For a group: the number of unwatched members, and the watched share from 0 to 1. */
  readonly count?: number
  readonly share?: number
  /** The number of pages; its progress is counted in these instead of seconds. */
  readonly pages?: number | null
  /** The file is readable, but its conversion failed permanently. */
  readonly playbackFailure?: string | null
}

export interface ItemColumn<Summary> extends TableColumn {
  text(item: Summary): string | undefined
}

/** The position of an item: its index in a list, and the URL query of that list. */
export interface ListPosition {
  readonly at?: number | undefined
  readonly list?: string | undefined
}
/** Plays the list from this item; adds the item after the current track, or to the end of the queue. */
export type ListenAct = "play" | "next" | "last"

/** True if the item can be watched, listened to or read, and therefore finished. */
export const isUsed = ({ listen, playTo, use }: Pick<ItemDefinition, "listen" | "playTo" | "use">): boolean =>
  playTo !== undefined || listen !== undefined || use === "read"

/** A menu entry that links to another page. */
export interface ItemLink {
  readonly label: string
  readonly icon: Component
  readonly to: RouteLocationRaw
}

/** Everything that the generic pages need to know about a kind of items. Each kind adds one definition. */
export interface ItemDefinition<
  Summary extends ItemSummary = ItemSummary,
  Detail extends ItemDetail & Summary = ItemDetail & Summary
> extends KindInfo {
  /** The sort orders that its list offers. */
  readonly sorts: ReadonlyArray<ItemSort>
  /** Aspect ratio of the pictures on its cards: width divided by height. */
  readonly aspect: number
  /** The conditions of a list that shows only a part of the kind. */
  readonly part?: { readonly type: string }
  /** Its cards have only a title, because most items have no text for a second line. */
  readonly isBrief?: boolean
  /** The texts of its card below the title. */
  look?(item: Summary): CardLook
  /** Additional columns of its table. */
  columns?(): ReadonlyArray<ItemColumn<Summary>>
  /** The moving preview that covers the picture while the pointer is over the card. */
  readonly motion?: Component
  /** True if this item has a moving preview. */
  hasMotion?(item: Summary): boolean
  /** The route that plays it; undefined for kinds that cannot be watched. */
  readonly playTo?: (id: string, from?: "start") => RouteLocationRaw
  /** The route of its reader. */
  readonly readTo?: (id: string) => RouteLocationRaw
  /** For kinds played in the audio bar. Without a list, plays the track's album. */
  listen?(act: ListenAct, item: Summary, position: ListPosition): void
  /** Additional links in its menu, such as its artist or gallery. */
  links?(item: Summary): ReadonlyArray<ItemLink>
  /** The route that its cards open instead of its page, if the item can be viewed. */
  readonly viewTo?: (id: string) => {
    readonly name: string
    readonly params: Readonly<Record<string, string>>
  }
  readonly list: (
    filter: ItemFilter,
    page: number,
    perPage: number,
    signal?: AbortSignal
  ) => Promise<ListPage<Summary>>
  readonly get: (id: string, signal?: AbortSignal) => Promise<Detail>
  readonly update: (id: string, patch: ItemPatch) => Promise<Detail>
  /** The API client's group for the kind. */
  readonly own: OwnRoutes
}
