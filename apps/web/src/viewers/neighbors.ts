import type { VideoSummary } from "@media/features/media/videos/contract"

export type Neighbor = Pick<VideoSummary, "id" | "title" | "status" | "duration" | "picture">

type Listed = Pick<Neighbor, "id" | "status">

export interface Neighbors<Item extends Listed = Neighbor> {
  readonly previous?: Item | undefined
  readonly next?: Item | undefined
}

export interface ListPart<Item extends Listed = Neighbor> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
}

export const PAGE_SIZE = 100
/**
 * Maximum number of pages that are searched from the start: a thousand rows in total. Links to later items contain
 * their index.
 */
const MOST_PAGES = 10

/**
 * Finds the nearest playable items before and after an item in a list. To find the item itself, reads these pages in
 * order:
 * - the page that contains the index `at`
 * - the adjacent pages, because the list may have changed
 * - the pages from the start
 *
 * Page numbers are one-based.
 */
export const findNeighbors = async <Item extends Listed = Neighbor>(
  load: (page: number) => Promise<ListPart<Item>>,
  id: string,
  at = 0
): Promise<Neighbors<Item>> => {
  const read = new Map<number, Promise<ListPart<Item>>>()
  const pageOf = (page: number): Promise<ListPart<Item>> => {
    const part = read.get(page) ?? load(page)
    read.set(page, part)
    return part
  }
  const first = Math.floor(at / PAGE_SIZE) + 1
  const order = new Set([first, first + 1, first - 1, ...Array.from({ length: MOST_PAGES }, (_, n) => n + 1)])
  let pages = Number.POSITIVE_INFINITY
  for (const page of order) {
    if (page < 1 || page > pages) continue
    const { items, total } = await pageOf(page)
    const index = items.findIndex((item) => item.id === id)
    if (index < 0) {
      pages = Math.ceil(total / PAGE_SIZE)
      continue
    }
    const isPlayable = ({ status }: Item): boolean => status === "ready"
    const after = items.slice(index + 1).find(isPlayable)
    const before = items.slice(0, index).findLast(isPlayable)
    return {
      next: after ?? (page * PAGE_SIZE < total ? (await pageOf(page + 1)).items.find(isPlayable) : undefined),
      previous: before ?? (page > 1 ? (await pageOf(page - 1)).items.findLast(isPlayable) : undefined)
    }
  }
  return {}
}
