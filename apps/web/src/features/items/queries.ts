import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { refresh } from "@/lib/queryCache"
import type { ItemDefinition, ItemDetail, ItemPatch, ItemSummary } from "./definition"
import type { ItemFilter } from "./list/filter"
import { itemKey, listKey } from "./keys"

export const useItem = <D extends ItemDetail>(definition: ItemDefinition<ItemSummary, D>, id: () => string) =>
  useQuery({
    key: () => itemKey(definition.kind, id()),
    query: ({ signal }) => definition.get(id(), signal)
  })

/** Counts the items on the server that match the filter now, without changing the displayed list. */
export const countItems = async (
  definition: { readonly list: ItemDefinition["list"] },
  filter: ItemFilter
): Promise<number> => (await definition.list(filter, 1, 1)).total

export const useUpdateItem = <D extends ItemDetail>(
  definition: Pick<ItemDefinition<ItemSummary, D>, "kind" | "update">
) => {
  const cache = useQueryCache()
  return useMutation({
    mutation: ({ id, patch }: { id: string; patch: ItemPatch }) => definition.update(id, patch),
    onSuccess: (item) => {
      cache.setQueryData(itemKey(definition.kind, item.id), item)
      refresh(cache, { key: listKey(definition.kind) }, false)
      refresh(cache, { key: ["home"] })
    }
  })
}
