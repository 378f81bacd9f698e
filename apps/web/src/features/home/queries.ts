import { api } from "@/api"
import { defineQueryOptions, useQuery } from "@pinia/colada"

/** All that the page shows, in one request that the page's head has sent already. */
const homeQuery = defineQueryOptions({ key: ["home"], query: ({ signal }) => api.home.get({ signal }) })

export const useHome = () => useQuery(homeQuery)
