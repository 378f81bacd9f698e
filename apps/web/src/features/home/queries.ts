import { api } from "@/api"
import { defineQueryOptions, useQuery } from "@pinia/colada"

/** Loads all data of the home page in one request. A script in the HTML head has already sent this request. */
const homeQuery = defineQueryOptions({ key: ["home"], query: ({ signal }) => api.home.get({ signal }) })

export const useHome = () => useQuery(homeQuery)
