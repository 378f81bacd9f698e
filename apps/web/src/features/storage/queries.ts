import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { onScopeDispose, watch } from "vue"
import type { ClearableKind } from "@media/features/library/libraries/queue"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"

const key = ["storage"] as const
/** Poll interval while usage is being measured or a cleanup is running. */
const POLL_MS = 2_000

export const useStorage = () => {
  const query = useQuery({ key: [...key], query: ({ signal }) => api.storage.usage({ signal }) })
  const isUnderWay = (): boolean => {
    const { isMeasuring = false, lastRun } = query.data.value ?? {}
    return isMeasuring || lastRun?.status === "queued" || lastRun?.status === "started"
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = watch(
    () => query.data.value,
    () => {
      clearTimeout(timer)
      if (isUnderWay()) timer = setTimeout(() => void query.refetch(), POLL_MS)
    },
    { immediate: true }
  )
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })
  return query
}

const useChange = <Input, Output>(mutation: (input: Input) => Promise<Output>) => {
  const cache = useQueryCache()
  return useMutation({ mutation, onSettled: () => refresh(cache, { key: [...key] }) })
}
export const useClear = () =>
  useChange((body: { kind: ClearableKind; libraryId?: string }) => api.storage.clear({ body }))
export const useTidy = () =>
  useChange(() => api.jobs.runQueue({ path: { queueName: "library-maintenance" } }))
