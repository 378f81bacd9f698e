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

/** While a scan finds thousands of images, the timeline reloads at most this often. */
const CALM_MS = 3_000

/** The timeline as a list of images. */
export const timelineFilter = (narrowed: Omit<ItemFilter, "sort" | "order">): ItemFilter =>
  shownOf({ ...narrowed, sort: "takenAt", order: "desc" })

/** The days and the images on them, newest first. Reloads while images are added or removed. */
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
