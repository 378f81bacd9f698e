import type { ImageSummary } from "@media/features/media/images/contract"
import { useQuery, useQueryCache } from "@pinia/colada"
import { onScopeDispose } from "vue"
import { api } from "@/api"
import { listKey } from "@/features/items/keys"
import { type ItemFilter, shownOf } from "@/features/items/list/filter"
import { onItemsChanged } from "@/features/items/live"
import { refresh } from "@/lib/queryCache"
import { usePagedList } from "@/lib/usePagedList"
import { imageDefinition } from "./definition"

/** Time over which changes are combined into one reload, because a scan may find thousands of images. */
const CALM_MS = 3_000

/** Returns the filter with which the image list contains the same images in the same order as the timeline. */
export const timelineFilter = (narrowed: Omit<ItemFilter, "sort" | "order">): ItemFilter =>
  shownOf({ ...narrowed, sort: "takenAt", order: "desc" })

/** Loads the days of the timeline and their images, newest first. Reloads the data when images are added or removed. */
export const useTimeline = (narrowed: () => Omit<ItemFilter, "sort" | "order">) => {
  const cache = useQueryCache()
  const key = () => [...listKey("image"), "timeline", { ...narrowed() }]
  const filter = (): ItemFilter => timelineFilter(narrowed())
  const days = useQuery({
    key: () => [...key(), "days"],
    query: ({ signal }) => {
      const { sort: _sort, ...query } = filter()
      return api.images.timeline({ query, signal })
    }
  })
  const list = usePagedList<ImageSummary>({
    key: () => [...key(), "rows"],
    load: (page, perPage, signal) => imageDefinition.list(filter(), page, perPage, signal),
    perPage: 120
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onItemsChanged("image", () => {
    timer ??= setTimeout(() => {
      timer = undefined
      refresh(cache, { key: [...key(), "days"] })
      void list.reload()
    }, CALM_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })
  return { days, list }
}
