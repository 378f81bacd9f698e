import { inject, provide, shallowRef, type InjectionKey, type ShallowRef } from "vue"
import { useAttempt } from "@/lib/useAttempt"
import { toast } from "@/ui/toasts"
import { readBulkPreview, useBulkMutations, type RunSelection } from "../queries"
import { bulkWords, type BulkAction, type BulkPreview } from "./bulkWords"

export interface PendingBulk {
  readonly action: BulkAction
  readonly selection: RunSelection
  readonly preview: BulkPreview
  /** Called after the action has finished. */
  readonly onDone?: (() => void) | undefined
}
export interface Bulk {
  readonly pending: Readonly<ShallowRef<PendingBulk | undefined>>
  readonly busy: Readonly<ShallowRef<boolean>>
  /** Lets the server count the jobs, then asks the user to confirm the action on that number of jobs. */
  readonly ask: (action: BulkAction, selection: RunSelection, onDone?: () => void) => Promise<boolean>
  readonly dismiss: () => void
  readonly confirm: () => Promise<boolean>
}
const key: InjectionKey<Bulk> = Symbol("bulk")

/**
 * Provides actions on many jobs. The number of jobs that the user confirms is exact, because the server excludes jobs
 * that were added after it counted.
 */
export const provideBulk = (): Bulk => {
  const mutations = useBulkMutations()
  const pending = shallowRef<PendingBulk>()
  const { attempt, busy } = useAttempt()
  const bulk: Bulk = {
    pending,
    busy,
    ask: (action, selection, onDone) =>
      attempt(async () => {
        const preview = await readBulkPreview(selection)
        if (preview[action] === 0) toast(bulkWords.done(action, 0))
        else pending.value = { action, selection, preview, onDone }
      }),
    dismiss: () => void (pending.value = undefined),
    confirm: () =>
      attempt(async () => {
        const known = pending.value
        if (!known) return
        const { count } = await mutations[known.action].mutateAsync({
          ...known.selection,
          upTo: known.preview.upTo
        })
        toast(bulkWords.done(known.action, count))
        pending.value = undefined
        known.onDone?.()
      })
  }
  provide(key, bulk)
  return bulk
}

export const useBulk = (): Bulk => {
  const bulk = inject(key)
  if (!bulk) throw new Error("Bulk actions are not provided to this component.")
  return bulk
}
