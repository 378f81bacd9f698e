import { useQuery } from "@pinia/colada"
import { api } from "@/api"

/** Queries the disk usage. Shares a cache entry with the storage page. */
export const useDisk = () =>
  useQuery({ key: ["storage"], query: ({ signal }) => api.storage.usage({ signal }) })

/** Queries the number of accounts. */
export const useAccountCount = () =>
  useQuery({
    key: ["users", "count"],
    query: async ({ signal }) => (await api.usersAdmin.list({ query: { page: 1, perPage: 1 }, signal })).total
  })
