import { api } from "@/api"
import type { DuplicateFilter } from "@media/features/duplicates/contract"
import { useQuery } from "@pinia/colada"

export type DuplicateQuery = Pick<DuplicateFilter, "page" | "keepBy" | "kind"> & {
  readonly distance?: number
}

/** Groups of one page; few, because each shows its pictures. */
export const perPage = 10

export const useDuplicates = (filter: () => DuplicateQuery) =>
  useQuery({
    key: () => ["duplicates", JSON.stringify(filter())],
    query: ({ signal }) => api.duplicates.list({ query: { ...filter(), perPage }, signal })
  })

/** What was removed for another one, and can be brought back. */
export const useBatches = (perPage: () => number) =>
  useQuery({
    key: () => ["duplicates", "batches", perPage()],
    query: ({ signal }) => api.duplicates.batches({ query: { page: 1, perPage: perPage() }, signal })
  })

/** What was told apart. */
export const useDismissals = (perPage: () => number) =>
  useQuery({
    key: () => ["duplicates", "dismissals", perPage()],
    query: ({ signal }) => api.duplicates.dismissals({ query: { page: 1, perPage: perPage() }, signal })
  })
