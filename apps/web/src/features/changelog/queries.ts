import { readText } from "@media/web-client/request"
import { useQuery } from "@pinia/colada"
import { apiContext } from "@/api"

/** The one answer that is plain text. */
export const useChangelog = () =>
  useQuery({
    key: ["changelog"],
    query: ({ signal }) => readText(apiContext, "/api/changelog", { signal }),
    staleTime: Infinity
  })
