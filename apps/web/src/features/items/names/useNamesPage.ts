import { useQueryCache } from "@pinia/colada"
import { translate } from "@/lib/messages"
import type { ListPage } from "@/lib/usePagedList"
import { type FilterField, fieldsOf } from "@/list/filterFields"
import { useListPage } from "@/list/useListPage"
import type { ItemKind } from "../kinds/kinds"
import { listKey } from "../keys"
import type { Picture } from "../picture/picture"
import { useReloadOnChange } from "../page/useReloadOnChange"
import { messages } from "./nameMessages"

/** A name that items have in common, such as an artist. It has its own page but is not an item. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly picture: Picture | null
}

/** The filter of a list of names, as stored in the URL. Lists of names have only one order. */
export interface NamesFilter {
  readonly sort: "name"
  readonly order: "asc"
  /** The search text, which can match any part of a name. */
  readonly q?: string
  /** True to list only artists with albums. Only the list of artists has this filter. */
  readonly hasAlbums?: boolean
}

interface NamesPageOptions<T> {
  readonly route: string
  /** The kinds of items to which the names belong. */
  readonly kinds: readonly [ItemKind, ...ReadonlyArray<ItemKind>]
  /** Filter fields in addition to the text. */
  readonly fields?: ReadonlyArray<FilterField<NamesFilter>>
  readonly load: (
    filter: Omit<NamesFilter, "order" | "sort">,
    page: number,
    perPage: number,
    signal?: AbortSignal
  ) => Promise<ListPage<T>>
}

/**
 * Reloads happen only after this many milliseconds without changes. New names arrive constantly during a scan, and each
 * reload counts all items again.
 */
const REST_MS = 3_000

/** Provides the state of a page that lists names. The filter is in the URL, and rows load as they come into view. */
export const useNamesPage = <T extends Named>({ fields = [], kinds, load, route }: NamesPageOptions<T>) => {
  // The cached list may be outdated, because it is not updated while another page is open. The page shows the cached
  // list first and then reloads it.
  void useQueryCache().invalidateQueries({ key: [...listKey(kinds[0]), route] }, false)
  const page = useListPage<NamesFilter, T>({
    route,
    fields: () => [fieldsOf<NamesFilter>().text("q", translate(messages, "words")), ...fields],
    orders: () => [{ value: "name.asc", label: translate(messages, "name") }],
    defaults: { sort: "name", order: "asc" },
    key: (filter) => [...listKey(kinds[0]), route, { ...filter }],
    load: ({ order: _order, sort: _sort, ...narrowed }, ...wanted) => load(narrowed, ...wanted)
  })
  useReloadOnChange(kinds, page.list.reload, REST_MS)
  return page
}
