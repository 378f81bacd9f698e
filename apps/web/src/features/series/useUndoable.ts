import { useQueryCache } from "@pinia/colada"
import { api, asApiError } from "@/api"
import type { ItemDefinition, UserState } from "@/features/items/definition"
import { offerRevert } from "@/features/history/lastUndo"
import { itemKey, listKey } from "@/features/items/keys"
import { useItemState } from "@/features/items/state/useItemState"
import { translate } from "@/lib/messages"
import { refresh } from "@/lib/queryCache"
import { toast } from "@/ui/toasts"
import { messages } from "./messages"

interface Work {
  readonly id: string
  readonly title: string
  readonly userState: UserState
}
/** Returns the ids of an item's watched or unwatched episodes. Omitted for items without episodes. */
type EpisodesBelow = (isWatched: boolean) => Promise<ReadonlyArray<string>>

/** Changes user state, and shows a toast with an undo button. */
export const useUndoable = (definition: Pick<ItemDefinition, "use" | "kind" | "own">) => {
  const cache = useQueryCache()
  const { silent: state } = useItemState(definition)

  /** Reloads series, seasons and videos, because the counts of a series or season depend on its episodes. */
  const refreshAll = (): void => {
    for (const kind of ["series", "season", "video"] as const) {
      refresh(cache, { key: itemKey(kind) })
      refresh(cache, { key: listKey(kind) })
    }
    refresh(cache, { key: ["home"] })
  }
  const undoable = (text: string, undo: () => Promise<unknown>): void =>
    offerRevert(text, translate(messages, "undo"), () =>
      undo()
        .catch((fault: unknown) =>
          toast(translate(messages, "undoFailed", { reason: asApiError(fault).message }), "bad")
        )
        .finally(refreshAll)
    )

  return {
    refreshAll,
    watch: async ({ id, title }: Work, on: boolean, below?: EpisodesBelow): Promise<void> => {
      // An undo reverts only the episodes that changed, because the user may have marked other episodes earlier.
      const changed = await below?.(!on).catch(() => undefined)
      if (!(await state.watch(id, on))) return
      refreshAll()
      undoable(translate(messages, on ? "markedWatched" : "markedUnwatched", { title }), () =>
        changed === undefined
          ? state.watch(id, !on)
          : api.bulk.edit({ body: { ids: changed, changes: { isWatched: { set: !on } } } })
      )
    },
    favorite: async ({ id }: Work, on: boolean): Promise<void> => {
      if (!(await state.favorite(id, on))) return
      undoable(translate(messages, on ? "favoriteAdded" : "favoriteRemoved"), () => state.favorite(id, !on))
    },
    rate: async ({ id, userState }: Work, rating: number | null): Promise<void> => {
      const before = userState.rating
      if (await state.rate(id, rating)) undoable(translate(messages, "rated"), () => state.rate(id, before))
    }
  }
}
