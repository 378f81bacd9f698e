import { type EntryKey, useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { asApiError } from "@/api"
import { translate } from "@/lib/messages"
import { refresh } from "@/lib/queryCache"
import { toast } from "@/ui/toasts"
import type { EntityDetail, EntityKindInfo, EntitySummary } from "./entityKinds"
import { messages } from "./stateMessages"

export const entityKey = ({ kind }: Pick<EntityKindInfo, "kind">, id: string): EntryKey => [
  "entities",
  kind,
  id
]

/** Queries an entity. If the entity was merged, the server returns the entity into which it was merged. */
export const useEntity = (info: EntityKindInfo, id: () => string, isHeld: () => boolean) =>
  useQuery({
    key: () => entityKey(info, id()),
    query: ({ signal }) => info.api.get({ path: { id: id() }, signal }),
    enabled: () => !isHeld()
  })

/** Maximum number of children that the page shows. A list page shows the remaining children. */
const MOST_CHILDREN = 200
export const useChildren = (info: EntityKindInfo, id: () => string, hasChildren: () => boolean) =>
  useQuery({
    key: () => [...entityKey(info, id()), "children"],
    query: ({ signal }) =>
      info.api.children({ path: { id: id() }, query: { perPage: MOST_CHILDREN, sort: "count" }, signal }),
    enabled: hasChildren
  })

/** Maximum number of levels in a breadcrumb. */
const MOST_LEVELS = 5
/** Queries the ancestors of an entity, topmost first. Stops at an ancestor that has several parents. */
export const useAncestors = (info: EntityKindInfo, entity: () => EntityDetail | undefined) =>
  useQuery({
    key: () => [...entityKey(info, entity()?.id ?? ""), "ancestors", entity()?.version ?? 0],
    query: async ({ signal }) => {
      const above: Array<Pick<EntitySummary, "id" | "name">> = []
      let parents = entity()?.parents ?? []
      while (parents.length === 1 && above.length < MOST_LEVELS) {
        above.unshift(parents[0]!)
        parents = (await info.api.get({ path: { id: parents[0]!.id }, signal })).parents
      }
      return above
    },
    enabled: () => entity()?.parents.length === 1
  })

/** Returns a function that reloads all queries that contain entities: their pages, their lists, and items. */
export const useRefreshEntities = () => {
  const cache = useQueryCache()
  return (): void => {
    refresh(cache, { key: ["entities"] })
    refresh(cache, { key: ["item"] })
    refresh(cache, { key: ["items"] }, false)
    refresh(cache, { key: ["destinations"] })
  }
}

/**
 * Returns functions that change the user's own favorite and rating. The page shows a change immediately, and reverts it
 * with a message if the server rejects it.
 */
export const useEntityState = (info: EntityKindInfo) => {
  const cache = useQueryCache()
  const { mutate } = useMutation({
    mutation: async ({ id, set }: { id: string; set: Partial<EntitySummary["userState"]> }) => {
      const path = { id }
      if (set.rating !== undefined) await info.api.rate({ path, body: { rating: set.rating } })
      if (set.isFavorite === undefined) return
      await (set.isFavorite ? info.api.favorite : info.api.unfavorite)({ path, keepalive: true })
    },
    onMutate: ({ id, set }) => {
      const before = cache.getQueryData<EntityDetail>(entityKey(info, id))
      if (before)
        cache.setQueryData(entityKey(info, id), { ...before, userState: { ...before.userState, ...set } })
      return { before }
    },
    onError: (fault, { id }, { before }) => {
      if (before) cache.setQueryData(entityKey(info, id), before)
      toast(translate(messages, "notSaved", { reason: asApiError(fault).message }), "bad")
    },
    onSettled: () => refresh(cache, { key: ["entities", info.kind, "list"] })
  })
  return {
    favorite: (id: string, isFavorite: boolean): void => mutate({ id, set: { isFavorite } }),
    rate: (id: string, rating: number | null): void => mutate({ id, set: { rating } })
  }
}
