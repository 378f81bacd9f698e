import { api } from "@/api"
import type { DuplicateFilter } from "@media/features/app/duplicates/contract"
import { useQuery } from "@pinia/colada"

export type DuplicateQuery = Pick<DuplicateFilter, "page" | "keepBy" | "kind"> & {
  readonly distance?: number
}

/** Number of groups per page. It is low, because each group shows a picture of every item. */
export const perPage = 10

export const useDuplicates = (filter: () => DuplicateQuery) =>
  useQuery({
    key: () => ["duplicates", JSON.stringify(filter())],
    query: ({ signal }) => api.duplicates.list({ query: { ...filter(), perPage }, signal })
  })
