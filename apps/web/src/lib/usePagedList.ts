import { useQueryCache, type EntryKey, type UseQueryEntry } from "@pinia/colada"
import { computed, onScopeDispose, shallowRef, watch } from "vue"

export interface ListPage<T> {
  readonly items: ReadonlyArray<T>
  readonly total: number
}

export interface PagedListOptions<T> {
  /** Returns the cache key of the list, which includes the list's filter. */
  readonly key: () => EntryKey
  readonly load: (page: number, perPage: number, signal: AbortSignal) => Promise<ListPage<T>>
  readonly perPage?: number
}

/**
 * Time in milliseconds that a page must be in view before it is requested, so that fast scrolling past 100,000 rows
 * does not request hundreds of pages.
 */
const REST_MS = 60
/** Maximum number of cached pages. With 60 rows per page, the cache takes about 12 MB. */
const CACHED_PAGES = 80

/**
 * Loads a list page by page. The total number of rows is known after the first page, and other pages load when they
 * come into view.
 */
export const usePagedList = <T extends { readonly id: string }>(options: PagedListOptions<T>) => {
  const { perPage = 60 } = options
  const cache = useQueryCache()
  type Entry = UseQueryEntry<ListPage<T>, Error>
  const pages = shallowRef<ReadonlyMap<number, Entry>>(new Map())
  let inView: readonly [number, number] = [1, 1]
  let rest: ReturnType<typeof setTimeout> | undefined

  const queryOf = (page: number) => ({
    key: [...options.key(), page],
    query: ({ signal }: { signal: AbortSignal }) => options.load(page, perPage, signal),
    staleTime: 30_000,
    gcTime: 300_000
  })

  const ensure = (wanted: ReadonlyArray<number>): void => {
    const next = new Map(pages.value)
    for (const page of wanted) {
      const entry = cache.ensure(queryOf(page)) as unknown as Entry
      next.set(page, entry)
      if (entry.state.value.status !== "error") cache.refresh(entry).catch(() => undefined)
    }
    for (const page of [...next.keys()]) {
      if (next.size <= CACHED_PAGES) break
      if (page === 1 || wanted.includes(page)) continue
      cache.remove(next.get(page) as never)
      next.delete(page)
    }
    pages.value = next
  }

  const lookAt = (first: number, last: number): void => {
    inView = [Math.floor(first / perPage) + 1, Math.max(1, Math.ceil(last / perPage))]
    clearTimeout(rest)
    rest = setTimeout(() => ensure(pagesInView()), REST_MS)
  }
  const pagesInView = (): ReadonlyArray<number> =>
    Array.from({ length: Math.max(1, inView[1] - inView[0] + 1) }, (_unused, offset) => inView[0] + offset)

  watch(
    () => JSON.stringify(options.key()),
    () => {
      clearTimeout(rest)
      pages.value = new Map()
      inView = [1, 1]
      ensure([1])
    },
    { immediate: true }
  )
  onScopeDispose(() => clearTimeout(rest))

  const total = computed(() => {
    const known = [...pages.value.values()]
      .map((entry) => entry.state.value.data)
      .filter((data) => data !== undefined)
    return known.length > 0 ? known[0]!.total : undefined
  })
  const firstError = computed(() => pages.value.get(1)?.state.value.error ?? undefined)
  const pageOf = (index: number): number => Math.floor(index / perPage) + 1

  return {
    /** Total number of rows. Undefined until the first page has loaded. */
    total,
    /** The error of the first page, if the list cannot show any row because the first page failed to load. */
    error: computed(() => (total.value === undefined ? firstError.value : undefined)),
    lookAt,
    at: (index: number): T | undefined =>
      pages.value.get(pageOf(index))?.state.value.data?.items[index % perPage],
    /** Returns the error of the page that contains this row. */
    failureAt: (index: number): Error | undefined => {
      const state = pages.value.get(pageOf(index))?.state.value
      return state?.status === "error" ? state.error : undefined
    },
    retry: (index: number): void => {
      const entry = pages.value.get(pageOf(index))
      if (entry) cache.fetch(entry as never).catch(() => undefined)
    },
    /** Returns the index of a row. Undefined if the row is not loaded. */
    indexOf: (id: string): number | undefined => {
      for (const [page, entry] of pages.value) {
        const index = entry.state.value.data?.items.findIndex((item) => item.id === id) ?? -1
        if (index >= 0) return (page - 1) * perPage + index
      }
      return undefined
    },
    /** Returns the ids of all loaded rows. */
    loadedIds: (): ReadonlyArray<string> =>
      [...pages.value.values()].flatMap((entry) => entry.state.value.data?.items.map(({ id }) => id) ?? []),
    has: (id: string): boolean =>
      [...pages.value.values()].some((entry) => entry.state.value.data?.items.some((item) => item.id === id)),
    /** Replaces a changed item in every loaded page that contains the item. */
    patch: (item: T): void => {
      for (const [page, entry] of pages.value) {
        const data = entry.state.value.data
        if (!data?.items.some((known) => known.id === item.id)) continue
        cache.setQueryData([...options.key(), page], {
          ...data,
          items: data.items.map((known) => (known.id === item.id ? item : known))
        })
      }
    },
    /** Drops all pages and reloads the pages in view. */
    reload: async (): Promise<void> => {
      for (const entry of pages.value.values()) cache.invalidate(entry as never)
      const wanted = pagesInView()
      pages.value = new Map([...pages.value].filter(([page]) => page === 1 || wanted.includes(page)))
      ensure([...new Set([1, ...wanted])])
      await Promise.resolve()
    }
  }
}

export type PagedList<T extends { readonly id: string }> = ReturnType<typeof usePagedList<T>>
