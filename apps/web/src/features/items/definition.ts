import type { ItemPatch as PatchOfAnyKind } from "@media/features/catalog/items/contract"
import type { TrashEntry } from "@media/features/catalog/items/trashEntry"
import type { PlayStart, ProgressReport, UserState } from "@media/features/catalog/user-items/contract"
import type { Book, BookPatch } from "@media/features/media/books/contract"
import type { Video, VideoSummary } from "@media/features/media/videos/contract"
import type { Component } from "vue"
import type { RouteLocationRaw } from "vue-router"
import type { ListPage } from "@/lib/usePagedList"
import type { TableColumn } from "@/ui/table"
import type { Cover } from "./picture/cover"
import type { ItemFilter, ItemSort } from "./list/filter"
import type { KindInfo } from "./kinds/kinds"

export type { ProgressReport, UserState }
/** An edit. Only books have authors. */
export type ItemPatch = PatchOfAnyKind & Pick<BookPatch, "authors">

/** The fields that list rows of every kind have. */
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
/** The fields that a single item of every kind has. They include the fields of a list row. */
export type ItemDetail = ItemSummary &
  Pick<Video, "sortTitle" | "details" | "failure" | "isFailurePassing" | "version" | "fingerprints"> &
  Pick<Video, "performers" | "studio" | "tags" | "externalIds" | "urls" | "sources"> &
  Partial<Pick<Book, "authors">> & {
    /** The root folder that contains the item. Null for groups that do not belong to a single root. */
    readonly rootId: string | null
    readonly path: string | null
  }

type At = {
  readonly path: { readonly id: string }
  /** True to let the request finish even if the user closes the page. */
  readonly keepalive?: boolean
}
/** API routes that change the user's own state. They have the same names for every kind. */
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
  /** Moves the item to the trash. Administrators only. */
  readonly remove: (at: At & { readonly query: { readonly deleteFile?: boolean } }) => Promise<TrashEntry>
}

/** The contents of a card besides the title. */
export interface CardLook {
  /** Text at the lower left of the picture, such as "4K". */
  readonly badge?: string | undefined
  /** Text at the lower right of the picture, such as "1:52:10". */
  readonly corner?: string | undefined
  /**
   * Text that is needed to identify the item in addition to its title: for an episode, the series and the episode
   * number.
   */
  readonly context?: string | undefined
  /** Texts of the line below the title, next to the date. */
  readonly facts?: ReadonlyArray<string | undefined>
  /** Duration in seconds. */
  readonly duration?: number | null
  /** Why no picture could be generated. */
  readonly pictureFailure?: string | null
  /** The address of the original file, which is shown until a picture exists. */
  readonly original?: string | undefined
  /** A cover that the page draws if there is no picture. */
  readonly cover?: Cover
  /** True for a portrait video, for which a wide picture does not exist. */
  readonly isUpright?: boolean
  /** For groups: `count` is the number of unwatched members, and `share` is the watched share from 0 to 1. */
  readonly count?: number
  readonly share?: number
  /** The number of pages. If set, progress is counted in pages instead of seconds. */
  readonly pages?: number | null
  /** Why the conversion failed permanently, although the file itself is readable. */
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
/**
 * "play" plays the list from this item. "next" adds the item to the queue after the current track. "last" adds the item
 * at the end of the queue.
 */
export type ListenAct = "play" | "next" | "last"

/** True if items of this kind can be watched, listened to or read, and therefore can be finished. */
export const isUsed = ({ listen, playTo, use }: Pick<ItemDefinition, "listen" | "playTo" | "use">): boolean =>
  playTo !== undefined || listen !== undefined || use === "read"

/** A menu entry that links to another page. */
export interface ItemLink {
  readonly label: string
  readonly icon: Component
  readonly to: RouteLocationRaw
}

/** Everything that the generic pages need to know about a kind of items. Each kind exports one definition. */
export interface ItemDefinition<
  Summary extends ItemSummary = ItemSummary,
  Detail extends ItemDetail & Summary = ItemDetail & Summary
> extends KindInfo {
  /** The sort orders offered by the kind's list. */
  readonly sorts: ReadonlyArray<ItemSort>
  /** Aspect ratio of the pictures on cards: width divided by height. */
  readonly aspect: number
  /**
   * The filter of a kind that shows only some items of another kind. For example, movies are videos with `type:
   * "movie"`.
   */
  readonly part?: { readonly type: string }
  /** True if cards show only a title, because most items of this kind have no text for a second line. */
  readonly isBrief?: boolean
  /** Returns the contents of the item's card besides the title. */
  look?(item: Summary): CardLook
  /** Returns additional columns for the kind's table. */
  columns?(): ReadonlyArray<ItemColumn<Summary>>
  /** The component of the moving preview, which covers the picture while the pointer is over the card. */
  readonly motion?: Component
  /** Returns true if the item has a moving preview. */
  hasMotion?(item: Summary): boolean
  /** Returns the route that plays an item. Undefined for kinds that cannot be watched. */
  readonly playTo?: (id: string, from?: "start") => RouteLocationRaw
  /** Returns the route of the reader. Undefined for kinds that cannot be read. */
  readonly readTo?: (id: string) => RouteLocationRaw
  /**
   * Plays the item in the player bar or adds it to the queue. Without a list in `position`, plays the track's album.
   */
  listen?(act: ListenAct, item: Summary, position: ListPosition): void
  /** Returns additional links for the item's menu, such as links to its artist or gallery. */
  links?(item: Summary): ReadonlyArray<ItemLink>
  /** Returns the viewer route that cards open instead of the item's page. */
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
  /** The part of the API client that changes the user's own state of items of this kind. */
  readonly own: OwnRoutes
}
