import { readText } from "@media/web-client/request"
import { useQuery } from "@pinia/colada"
import { apiContext } from "@/api"

/** Loads the changelog. Unlike other responses of the API, it is plain text and not JSON. */
export const useChangelog = () =>
  useQuery({
    key: ["changelog"],
    query: ({ signal }) => readText(apiContext, "/api/changelog", { signal }),
    staleTime: Infinity
  })
