import { api } from "@/api"
import type { HistoryPage } from "@media/features/app/history/contract"
import { useQuery } from "@pinia/colada"
import { computed, shallowRef, watch } from "vue"

export interface HistoryQuery {
  readonly actor?: string
  readonly kind?: string
  readonly target?: string
  readonly requestId?: string
  readonly from?: string
  readonly to?: string
  readonly own?: boolean
}

/** Queries the users by whom administrators can filter the history. */
export const useHistoryActors = (isAsked: () => boolean) =>
  useQuery({
    key: ["history", "actors"],
    query: ({ signal }) => api.historyAdmin.actors({ signal }),
    enabled: isAsked
  })

/** Loads the newest page of the history, and earlier pages on request. */
export const useHistory = (filter: () => HistoryQuery) => {
  const query = useQuery({
    key: () => ["history", JSON.stringify(filter())],
    query: ({ signal }) => api.history.list({ query: filter(), signal })
  })
  const earlier = shallowRef<ReadonlyArray<HistoryPage>>([])
  const isLoading = shallowRef(false)
  const error = shallowRef<unknown>()
  watch(
    () => query.data.value,
    () => (earlier.value = [])
  )
  const last = computed(() => earlier.value.at(-1) ?? query.data.value)
  const showEarlier = async (): Promise<void> => {
    const first = query.data.value
    const before = last.value?.nextBefore ?? null
    if (before === null || isLoading.value) return
    isLoading.value = true
    error.value = undefined
    try {
      const page = await api.history.list({ query: { ...filter(), before } })
      if (query.data.value === first) earlier.value = [...earlier.value, page]
    } catch (failure) {
      error.value = failure
    } finally {
      isLoading.value = false
    }
  }
  const items = computed(() => [query.data.value, ...earlier.value].flatMap((page) => page?.items ?? []))
  const hasEarlier = computed(() => (last.value?.nextBefore ?? null) !== null)
  return { query, items, hasEarlier, showEarlier, isLoading, error }
}
