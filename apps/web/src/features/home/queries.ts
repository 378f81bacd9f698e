import { api } from "@/api"
import { defineQueryOptions, useQuery } from "@pinia/colada"

/** Loads all data of the home page in one request, which the script in the page's head has already sent. */
const homeQuery = defineQueryOptions({ key: ["home"], query: ({ signal }) => api.home.get({ signal }) })

export const useHome = () => useQuery(homeQuery)
