import { api } from "@/api"
import { defineQueryOptions, useQuery } from "@pinia/colada"

/** Everything on the page in one request, which the page's head has already sent. */
const homeQuery = defineQueryOptions({ key: ["home"], query: ({ signal }) => api.home.get({ signal }) })

export const useHome = () => useQuery(homeQuery)
