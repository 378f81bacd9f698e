import { api } from "@/api"
import { useMe } from "@/features/accounts/queries"
import { toast } from "@/ui/toasts"
import { timelines, type TimelineKind } from "./timeline"
import { useUndo } from "./useUndo"

/** Finds the change that the user has just made, and offers to undo it in a toast. */
export const useLastChange = () => {
  const { me } = useMe()
  const { offer } = useUndo()
  return {
    /**
     * Looks for the change in the activity log, which also works if the target no longer exists. Only administrators
     * can read the activity log.
     */
    offerUndoOfNewest: async (text: string): Promise<void> => {
      const actor = me.value?.id
      const newest =
        actor === undefined
          ? undefined
          : await api.history.list({ query: { actor, limit: 1 } }).catch(() => undefined)
      const own = newest?.items[0]
      if (own === undefined || !own.isUndoable || own.undoneBy !== null) return toast(text)
      offer(text, own.batchId === null ? { eventPosition: own.position } : { batchId: own.batchId })
    },
    /** Looks for the change in the history of an item or entity. */
    offerUndo: async (text: string, kind: TimelineKind, id: string): Promise<void> => {
      const newest = await timelines[kind].list({ path: { id }, query: { limit: 5 } }).catch(() => undefined)
      const own = newest?.items.find(({ actor, isUndoable }) => isUndoable && actor?.id === me.value?.id)
      if (own === undefined || own.undoneBy !== null) return toast(text)
      offer(text, own.batchId === null ? { eventPosition: own.position } : { batchId: own.batchId })
    }
  }
}
