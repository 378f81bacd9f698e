import type { EntryKey } from "@pinia/colada"
import { computed, shallowRef, watch } from "vue"
import { useRoute, useRouter, type LocationQuery, type LocationQueryRaw } from "vue-router"
import { usePagedList, type ListPage } from "@/lib/usePagedList"
import { useScroller } from "@/ui/scroller"
import type { TableSort } from "@/ui/table"
import { keepView, lastView, type ListView } from "./listViews"
import { chipsOf, readFields, writeFields, type Choice, type FilterField } from "./filterFields"

export type Direction = "asc" | "desc"
interface Sorted {
  readonly sort: string
  readonly order: Direction
}

/** The options in which list pages differ, except for the card. */
export interface ListPageOptions<F extends Sorted, T> {
  /**
   * The name of the list's route. On other routes, the list ignores the URL parameters, because they belong to
   * another page.
   */
  readonly route: string
  readonly fields: () => ReadonlyArray<FilterField<F>>
  /** Returns the sort orders that users can choose, such as `title.asc`. */
  readonly orders: () => ReadonlyArray<Choice>
  /** The filter to use if the URL has no parameters. */
  readonly defaults: F
  readonly key: (filter: F) => EntryKey
  readonly load: (filter: F, page: number, perPage: number, signal?: AbortSignal) => Promise<ListPage<T>>
}

const isDirection = (text: string | undefined): text is Direction => text === "asc" || text === "desc"

/**
 * Manages the state of a list page. The filter, the order and the layout come from the URL. Rows load when they come
 * into view.
 */
export const useListPage = <F extends Sorted, T extends { readonly id: string }>(
  options: ListPageOptions<F, T>
) => {
  const route = useRoute()
  const router = useRouter()
  const scroller = useScroller()

  const sortedBy = (value: string): Sorted | undefined => {
    const [sort, order] = value.split(".")
    const isOffered = options.orders().some((choice) => choice.value.startsWith(`${sort}.`))
    return sort !== undefined && isOffered && isDirection(order) ? { sort, order } : undefined
  }
  const readQuery = (query: LocationQuery): F => {
    const { order, sort } = { ...options.defaults, ...query }
    return {
      ...options.defaults,
      ...readFields(options.fields(), query),
      ...sortedBy(`${String(sort)}.${isDirection(String(order)) ? String(order) : options.defaults.order}`)
    }
  }
  const toQuery = (filter: F): LocationQueryRaw => ({
    ...writeFields(options.fields(), filter),
    sort: filter.sort === options.defaults.sort ? undefined : filter.sort,
    order: filter.order === options.defaults.order ? undefined : filter.order
  })

  const query = shallowRef(route.query)
  watch(
    () => route.query,
    (next) => {
      if (route.name === options.route) query.value = next
    }
  )
  const go = (next: LocationQueryRaw): void => void router.replace({ query: next })
  const filter = computed(() => readQuery(query.value))
  const narrow = (next: F): void => go({ ...toQuery(next), view: query.value["view"] })
  const view = computed<ListView>(() => {
    const asked = query.value["view"]
    return asked === "table" || asked === "grid" ? asked : lastView(options.route)
  })
  const sortBy = (value: string): void => narrow({ ...filter.value, ...sortedBy(value) })
  const chips = computed(() => chipsOf(options.fields(), filter.value))

  const list = usePagedList<T>({
    key: () => options.key(filter.value),
    load: (page, perPage, signal) => options.load(filter.value, page, perPage, signal)
  })
  const toTop = (): void => {
    if (scroller.value) scroller.value.scrollTop = 0
  }
  const name = computed(() => JSON.stringify(filter.value))
  watch(name, toTop)

  return {
    chips,
    clear: (): void => {
      const { order: kept, sort } = filter.value
      narrow({ ...options.defaults, sort, order: kept })
    },
    fields: computed(options.fields),
    filter,
    isFiltered: computed(() => chips.value.length > 0),
    list,
    /** Identifies the list together with its filter. Changes when the filter changes. */
    name,
    narrow,
    order: computed(() => `${filter.value.sort}.${filter.value.order}`),
    orders: computed(options.orders),
    sortBy,
    sortTable: (next: TableSort | undefined): void =>
      sortBy(`${next?.by}.${next?.descending === true ? "desc" : "asc"}`),
    tableSort: computed((): TableSort => ({
      by: filter.value.sort,
      descending: filter.value.order === "desc"
    })),
    toTop,
    view,
    viewAs: (next: ListView): void => {
      keepView(options.route, next)
      go({ ...query.value, view: next === "grid" ? undefined : next })
    }
  }
}
/** The state that a list page passes to its child components. */
export type ListPageState<F extends Sorted, T extends { readonly id: string }> = ReturnType<
  typeof useListPage<F, T>
>
