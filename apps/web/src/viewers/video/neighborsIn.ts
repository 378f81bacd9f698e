import { api } from "@/api"
import { filterFromQuery, type ItemSort, moving } from "@/features/items/list/filter"
import { listQuery } from "@/viewers/listBehind"
import { findNeighbors, type Neighbors, PAGE_SIZE } from "@/viewers/neighbors"

const SORTS: ReadonlyArray<ItemSort> = [
  "createdAt",
  "title",
  "date",
  "duration",
  "size",
  "resolution",
  "rating",
  "lastPlayedAt"
]

/**
 * Returns the previous and next videos in a list. `list` is the URL query of the list. Returns no videos for a random
 * order, because a random order differs for each request.
 */
export const neighborsIn = async (
  list: string,
  id: string,
  at: number | undefined,
  signal: AbortSignal
): Promise<Neighbors> => {
  const query = listQuery(list)
  if (query["sort"] === "random") return {}
  const { sort, ...filter } = filterFromQuery(query, SORTS)
  const load = (page: number) =>
    api.videos.list({ query: { ...filter, sort: moving(sort), page, perPage: PAGE_SIZE }, signal })
  return findNeighbors(load, id, at)
}
