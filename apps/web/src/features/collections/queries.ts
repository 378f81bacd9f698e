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

/**
 * Maximum number of collections in a list. All of them are loaded at once, because users rarely have more than a few
 * dozen.
 */
const SHOWN = 500

export const useCollections = (
  filter: () => {
    readonly q?: string
    readonly itemId?: string
    readonly sort?: "updatedAt"
    readonly perPage?: number
  } = () => ({})
) =>
  useQuery({
    key: () => ["collections", "list", { ...filter() }],
    query: ({ signal }) => api.collections.list({ query: { page: 1, perPage: SHOWN, ...filter() }, signal })
  })

export const useCollection = (id: () => string) =>
  useQuery({
    key: () => ["collections", "one", id()],
    query: ({ signal }) => api.collections.get({ path: { id: id() }, signal })
  })

export const itemsKey = (id?: string) => ["collections", "items", ...(id === undefined ? [] : [id])]
/** Number of items that each click on "Show more" adds. */
const STEP = 120
/** Maximum number of items in a response. */
const LARGEST_PAGE = 500

/**
 * Loads the first `steps` batches of items, in as few requests as possible, because each request evaluates the rule.
 */
export const loadItems = async (id: string, steps: number, signal: AbortSignal) => {
  const perPage = Math.min(LARGEST_PAGE, steps * STEP)
  const loaded = await Promise.all(
    Array.from({ length: Math.ceil((steps * STEP) / perPage) }, (_, n) =>
      api.collections.items({ path: { id }, query: { page: n + 1, perPage }, signal })
    )
  )
  const items = new Map(loaded.flatMap((page) => page.items.map((item) => [item.id, item] as const)))
  return { items: [...items.values()], total: loaded[0]?.total ?? 0 }
}

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
export const useNoteItem = () =>
  useChange((vars: { readonly id: string; readonly itemId: string; readonly note: string | null }) =>
    api.collections.noteItem({ path: { id: vars.id, itemId: vars.itemId }, body: { note: vars.note } })
  )
export const useChooseCover = () =>
  useChange(({ id, itemId }: { readonly id: string; readonly itemId: string }) =>
    api.collections.chooseCover({ path: { id }, body: { itemId } })
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
