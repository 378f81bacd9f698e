import type { Home } from "@media/features/app/home/contract"
import { refresh, type QueryCache } from "@/lib/queryCache"
import type { ListPage } from "@/lib/usePagedList"
import type { ItemSummary, UserState } from "../definition"
import { itemKey, listKey } from "../keys"
import type { ItemKind } from "../kinds/kinds"

type Change = (state: UserState) => UserState
type Stateful = Pick<ItemSummary, "id" | "userState">

/** Updates the user's state of an item in all cached pages and lists. Returns the previous state from any of them. */
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
  // Below the key of an item there may be the same item as another page reads it.
  for (const entry of cache.getEntries({ key: itemKey(kind, id) })) {
    const item = entry.state.value.data as Stateful | null | undefined
    if (item?.id === id) cache.setQueryData(entry.key, changed(item))
  }
  for (const entry of cache.getEntries({ key: listKey(kind) })) {
    // Below the key of a list there are other things than lists, such as the days of the timeline.
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

/** Undefined when the item is not in it. */
const patchedRow = <T extends Stateful, Row extends { readonly items: ReadonlyArray<T> }>(
  row: Row,
  id: string,
  change: (item: Row["items"][number]) => Row["items"][number]
): Row | undefined =>
  row.items.some((item) => item.id === id) ? { ...row, items: row.items.map(change) } : undefined

/** Home is read again, and lists that are filtered by it once they are opened. */
export const refreshOwnLists = (cache: QueryCache, kind: ItemKind): void => {
  refresh(cache, { key: ["home"] })
  refresh(cache, { key: listKey(kind) }, false)
}
