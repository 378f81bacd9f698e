import type {
  Collection as CollectionSchema,
  CollectionPatch,
  CollectionSummary as CollectionSummarySchema,
  NewCollection
} from "@media/features/app/collections/shapes"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"

export type Collection = CollectionSchema
export type CollectionSummary = CollectionSummarySchema

/** All of them are shown at once, because accounts have only tens of collections. */
const SHOWN = 500

export const useCollections = (
  filter: () => { readonly q?: string; readonly itemId?: string } = () => ({})
) =>
  useQuery({
    key: () => ["collections", "list", { ...filter() }],
    query: ({ signal }) => api.collections.list({ query: { ...filter(), page: 1, perPage: SHOWN }, signal })
  })

export const useCollection = (id: () => string) =>
  useQuery({
    key: () => ["collections", "one", id()],
    query: ({ signal }) => api.collections.get({ path: { id: id() }, signal })
  })

const useChange = <Vars, Result>(mutation: (vars: Vars) => Promise<Result>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: ["collections"] }) })
}
export const useCreateCollection = () => useChange((body: NewCollection) => api.collections.create({ body }))
export const useUpdateCollection = () =>
  useChange(({ id, patch }: { readonly id: string; readonly patch: CollectionPatch }) =>
    api.collections.update({ path: { id }, body: patch })
  )
export const useRemoveCollection = () => useChange((id: string) => api.collections.remove({ path: { id } }))

type AddBody = Parameters<typeof api.collections.addItems>[0]["body"]
export const useAddItems = () =>
  useChange(({ body, id }: { readonly id: string; readonly body: AddBody }) =>
    api.collections.addItems({ path: { id }, body })
  )
export const useRemoveItems = () =>
  useChange(({ id, itemIds }: { readonly id: string; readonly itemIds: ReadonlyArray<string> }) =>
    api.collections.removeItems({ path: { id }, body: { itemIds } })
  )
export const useOrderItems = () =>
  useChange(
    ({
      before,
      id,
      itemIds
    }: {
      readonly id: string
      readonly itemIds: ReadonlyArray<string>
      readonly before: string | null
    }) => api.collections.orderItems({ path: { id }, body: { itemIds, before } })
  )
