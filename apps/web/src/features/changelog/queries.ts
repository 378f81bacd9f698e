import { readText } from "@media/web-client/request"
import { useQuery } from "@pinia/colada"
import { apiContext } from "@/api"

/** Loads the changelog as plain text. Other responses of the API are JSON. */
export const useChangelog = () =>
  useQuery({
    key: ["changelog"],
    query: ({ signal }) => readText(apiContext, "/api/changelog", { signal }),
    staleTime: Infinity
  })
