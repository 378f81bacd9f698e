import type { Home } from "@media/features/app/home/contract"
import { refresh, type QueryCache } from "@/lib/queryCache"
import type { ListPage } from "@/lib/usePagedList"
import type { ItemSummary, UserState } from "../definition"
import { itemKey, listKey } from "../keys"
import type { ItemKind } from "../kinds/kinds"

type Change = (state: UserState) => UserState
type Stateful = Pick<ItemSummary, "id" | "userState">

/**
 * Updates the user's state of an item wherever it is cached. Returns the previous state, or undefined if the item is
 * not cached.
 */
export const patchUserState = (
  cache: QueryCache,
  kind: ItemKind,
  id: string,
  change: Change
): UserState | undefined => {
  let before: UserState | undefined
  const changed = <T extends Stateful>(item: T): T => {
    if (item.id !== id) return item
    before ??= item.userState
    return { ...item, userState: change(item.userState) }
  }
  // Other pages cache the item under longer keys that begin with the key of the item.
  for (const entry of cache.getEntries({ key: itemKey(kind, id) })) {
    const item = entry.state.value.data as Stateful | null | undefined
    if (item?.id === id) cache.setQueryData(entry.key, changed(item))
  }
  // The cache entries under these keys also include data other than lists, such as the days of the timeline.
  const lists = [listKey(kind), ["collections", "items"]].flatMap((key) => cache.getEntries({ key }))
  for (const entry of lists) {
    const page = entry.state.value.data as Partial<ListPage<Stateful>> | undefined
    const patched = page?.items && patchedRow({ ...page, items: page.items }, id, changed)
    if (patched) cache.setQueryData(entry.key, patched)
  }
  const home = cache.getQueryData<Home>(["home"])
  if (home)
    cache.setQueryData(["home"], {
      ...home,
      continueWatching: patchedRow(home.continueWatching, id, changed) ?? home.continueWatching,
      favorites: patchedRow(home.favorites, id, changed) ?? home.favorites,
      recentlyAdded: home.recentlyAdded.map((row) => patchedRow(row, id, changed) ?? row)
    })
  return before
}

/** Returns the row with the changed item, or undefined if the item is not in the row. */
const patchedRow = <T extends Stateful, Row extends { readonly items: ReadonlyArray<T> }>(
  row: Row,
  id: string,
  change: (item: Row["items"][number]) => Row["items"][number]
): Row | undefined =>
  row.items.some((item) => item.id === id) ? { ...row, items: row.items.map(change) } : undefined

/** Reloads the home page now. Lists, whose contents may depend on user state, reload only when they are next opened. */
export const refreshOwnLists = (cache: QueryCache, kind: ItemKind): void => {
  refresh(cache, { key: ["home"] })
  refresh(cache, { key: listKey(kind) }, false)
}
