import { readText } from "@media/web-client/request"
import { useQuery } from "@pinia/colada"
import { apiContext } from "@/api"

/** The only response in plain text. */
export const useChangelog = () =>
  useQuery({
    key: ["changelog"],
    query: ({ signal }) => readText(apiContext, "/api/changelog", { signal }),
    staleTime: Infinity
  })
