import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { itemKey, listKey } from "@/features/items/keys"
import { allKinds } from "@/features/items/kinds/kinds"
import { refresh } from "@/lib/queryCache"

/** Maximum number of entries in the list. */
const SHOWN = 200
const key = ["trash"] as const

export const useTrash = () =>
  useQuery({
    key: [...key],
    query: ({ signal }) => api.trash.list({ query: { page: 1, perPage: SHOWN }, signal })
  })

const useRefresh = ({ withItems = true } = {}) => {
  const cache = useQueryCache()
  return () => {
    refresh(cache, { key: [...key] })
    refresh(cache, { key: ["home"] })
    for (const { kind } of allKinds) {
      refresh(cache, { key: listKey(kind) })
      if (withItems) refresh(cache, { key: itemKey(kind) })
    }
  }
}

export const useRemove = (definition: Pick<ItemDefinition, "own">) => {
  // Does not reload item details, because the page of the removed item is about to close, and its item no longer
  // exists.
  const onSettled = useRefresh({ withItems: false })
  return useMutation({
    mutation: ({ deleteFile, id }: { id: string; deleteFile: boolean }) =>
      definition.own.remove({ path: { id }, query: { deleteFile } }),
    onSettled
  })
}
export const useRestore = () => {
  const onSettled = useRefresh()
  return useMutation({ mutation: (id: string) => api.trash.restore({ path: { id } }), onSettled })
}
export const usePurge = () => {
  const onSettled = useRefresh()
  return useMutation({ mutation: (id: string) => api.trash.purge({ path: { id } }), onSettled })
}
export const useEmptyTrash = () => {
  const onSettled = useRefresh()
  return useMutation({ mutation: () => api.trash.empty(), onSettled })
}
