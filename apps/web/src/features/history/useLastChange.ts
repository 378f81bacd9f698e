import { useMe } from "@/features/accounts/queries"
import { toast } from "@/ui/toasts"
import { timelines, type TimelineKind } from "./timeline"
import { useUndo } from "./useUndo"

/** Offers to undo the change that the caller has just made to one item or entity. */
export const useLastChange = () => {
  const { me } = useMe()
  const { offer } = useUndo()
  return {
    offerUndo: async (text: string, kind: TimelineKind, id: string): Promise<void> => {
      const newest = await timelines[kind].list({ path: { id }, query: { limit: 5 } }).catch(() => undefined)
      const own = newest?.items.find(({ actor, isUndoable }) => isUndoable && actor?.id === me.value?.id)
      if (own === undefined || own.undoneBy !== null) return toast(text)
      offer(text, own.batchId === null ? { eventPosition: own.position } : { batchId: own.batchId })
    }
  }
}
