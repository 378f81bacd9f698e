import type { ImageSummary } from "@media/features/media/images/contract"
import { api } from "@/api"
import { imageDefinition } from "@/features/images/definition"
import { filterFromQuery, still } from "@/features/items/list/filter"
import { listQuery } from "@/viewers/listBehind"
import { findNeighbors, type Neighbors, PAGE_SIZE } from "@/viewers/neighbors"

export interface ImageNeighbors extends Neighbors<ImageSummary> {
  /** The one-based position of the image in the list, and the length of the list. */
  readonly listPosition?: { readonly at: number; readonly total: number } | undefined
  /** The images of the list around this image, including the image itself. */
  readonly near?: ReadonlyArray<ImageSummary>
}

/** Number of thumbnails on each side of the current thumbnail, which is enough to fill a wide window. */
const NEAR = 24

/**
 * Returns the previous and next images in a list. `list` is the URL query of the list. Returns no images for a random
 * order, because a random order differs for each request.
 */
export const neighborsOf = async (
  list: string,
  id: string,
  at: number | undefined,
  signal: AbortSignal
): Promise<ImageNeighbors> => {
  const query = listQuery(list)
  if (query["sort"] === "random") return {}
  const { sort, ...filter } = filterFromQuery(query, [...imageDefinition.sorts, "ordinal"])
  let listPosition: ImageNeighbors["listPosition"]
  let near: ReadonlyArray<ImageSummary> = []
  const load = async (page: number) => {
    const part = await api.images.list({
      query: { ...filter, sort: still(sort), page, perPage: PAGE_SIZE },
      signal
    })
    const index = part.items.findIndex((item) => item.id === id)
    if (index >= 0) {
      listPosition = { at: (page - 1) * PAGE_SIZE + index + 1, total: part.total }
      near = part.items.slice(Math.max(0, index - NEAR), index + NEAR + 1)
    }
    return part
  }
  const found = await findNeighbors<ImageSummary>(load, id, at)
  return { ...found, listPosition, near: near.filter(({ status }) => status === "ready") }
}
