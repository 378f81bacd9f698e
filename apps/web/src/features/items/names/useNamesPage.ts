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

/** A name that items have in common, such as an artist. It is not an item itself. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly picture: Picture | null
}

/** The filter in the URL. Lists of names have only one order. */
export interface NamesFilter {
  readonly sort: "name"
  readonly order: "asc"
  /** Part of the name. */
  readonly q?: string
  /** Artists only: limits the list to artists with albums. */
  readonly hasAlbums?: boolean
}

interface NamesPageOptions<T> {
  readonly route: string
  /** The kinds of items that contain these names. */
  readonly kinds: readonly [ItemKind, ...ReadonlyArray<ItemKind>]
  /** Filter fields other than text. */
  readonly fields?: ReadonlyArray<FilterField<NamesFilter>>
  readonly load: (
    filter: Omit<NamesFilter, "order" | "sort">,
    page: number,
    perPage: number,
    signal?: AbortSignal
  ) => Promise<ListPage<T>>
}

/** Milliseconds between reloads. During a scan new names arrive constantly, and each request counts all items again. */
const REST_MS = 3_000

/** The page of a list of names: its filter is in the URL, and its rows load as they come into view. */
export const useNamesPage = <T extends Named>({ fields = [], kinds, load, route }: NamesPageOptions<T>) => {
  // The cached list may miss changes made while another page was open, so it is shown and reloaded.
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
