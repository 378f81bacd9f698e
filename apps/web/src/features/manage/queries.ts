import { useQuery } from "@pinia/colada"
import { api } from "@/api"

/** The space of the disk, from the page of storage. */
export const useDisk = () =>
  useQuery({ key: ["storage"], query: ({ signal }) => api.storage.usage({ signal }) })

/** The number of accounts. */
export const useAccountCount = () =>
  useQuery({
    key: ["users", "count"],
    query: async ({ signal }) => (await api.usersAdmin.list({ query: { page: 1, perPage: 1 }, signal })).total
  })
