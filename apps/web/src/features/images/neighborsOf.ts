import { api } from "@/api"
import { filterFromQuery, untimed } from "@/features/items/filter"
import { findNeighbors, PAGE_SIZE } from "@/player/neighbors"
import { listQuery } from "@/player/watchRoute"
import { imageDefinition } from "./definition"

/** The images beside one in the list at this address query. A random order has none: it is another at each reading. */
export const neighborsOf = (list: string, id: string, at: number | undefined, signal: AbortSignal) => {
  const query = listQuery(list)
  if (query["sort"] === "random") return Promise.resolve({})
  const { sort, ...filter } = filterFromQuery(query, imageDefinition.sorts)
  const load = (page: number) =>
    api.images.list({ query: { ...filter, sort: untimed(sort), page, perPage: PAGE_SIZE }, signal })
  return findNeighbors(load, id, at)
}
