import type { ImageSummary } from "@media/features/media/images/contract"
import { api } from "@/api"
import { imageDefinition } from "@/features/images/definition"
import { filterFromQuery, still } from "@/features/items/list/filter"
import { listQuery } from "@/viewers/listBehind"
import { findNeighbors, type Neighbors, PAGE_SIZE } from "@/viewers/neighbors"

/**
 * The previous and next images of a list, given by its URL query. A random order has none, because it differs at each
 * request.
 */
export const neighborsOf = async (
  list: string,
  id: string,
  at: number | undefined,
  signal: AbortSignal
): Promise<Neighbors<ImageSummary>> => {
  const query = listQuery(list)
  if (query["sort"] === "random") return {}
  const { sort, ...filter } = filterFromQuery(query, [...imageDefinition.sorts, "ordinal"])
  return findNeighbors<ImageSummary>(
    (page) => api.images.list({ query: { ...filter, sort: still(sort), page, perPage: PAGE_SIZE }, signal }),
    id,
    at
  )
}
