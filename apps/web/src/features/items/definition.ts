import type { ItemPatch } from "@media/features/items/contract"
import type { Video, VideoSummary } from "@media/features/videos/contract"
import type { Component } from "vue"
import type { ListPage } from "@/lib/usePagedList"
import type { ItemFilter, ItemSort } from "./filter"
import type { KindInfo } from "./kinds"

export type { ItemPatch }

/** What a list row of every kind has. */
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
  | "rating"
  | "isFavorite"
  | "size"
  | "createdAt"
  | "updatedAt"
>
/** What the page of one item of every kind has beside that. */
export type ItemDetail = ItemSummary &
  Pick<Video, "sortTitle" | "details" | "rootId" | "path" | "failure" | "isFailurePassing" | "version">

/** A kind of items as the generic pages need it; a page for another kind is one more of these. */
export interface ItemDefinition<
  Summary extends ItemSummary = ItemSummary,
  Detail extends ItemDetail = ItemDetail
> extends KindInfo {
  /** The orders its list offers. */
  readonly sorts: ReadonlyArray<ItemSort>
  /** Own components with an `item` of the kind, in place of the plain ones. */
  readonly card?: Component
  readonly row?: Component
  readonly list: (
    filter: ItemFilter,
    page: number,
    perPage: number,
    signal?: AbortSignal
  ) => Promise<ListPage<Summary>>
  readonly get: (id: string, signal?: AbortSignal) => Promise<Detail>
  readonly update: (id: string, patch: ItemPatch) => Promise<Detail>
}
