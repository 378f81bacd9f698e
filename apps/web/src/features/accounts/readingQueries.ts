import { api } from "@/api"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { refresh } from "@/lib/queryCache"

const key = ["reading-keys"]

export const useReadingKeys = () => useQuery({ key, query: ({ signal }) => api.readingKeys.list({ signal }) })

/** Creates a mutation that reloads the password list afterwards, even after an error. */
const useKeysMutation = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key }) })
}
export const useMakeKey = () =>
  useKeysMutation((body: { readonly name: string }) => api.readingKeys.make({ body }))
export const useRevokeKey = () => useKeysMutation((id: string) => api.readingKeys.revoke({ path: { id } }))
