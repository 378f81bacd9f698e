import { api } from "@/api"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { onScopeDispose } from "vue"
import { jobsBoard } from "@/live/applyLive"
import { refresh } from "@/lib/queryCache"

const REFRESH_MS = 15_000

/** Numbers per queue for pages without the live board. */
export const useQueues = () => {
  const query = useQuery({ key: ["jobs", "queues"], query: ({ signal }) => api.jobs.queues({ signal }) })
  const timer = setInterval(() => !document.hidden && void query.refetch(), REFRESH_MS)
  onScopeDispose(() => clearInterval(timer))
  return query
}

export const useRunDetail = (id: () => string) =>
  useQuery({
    key: () => ["jobs", "run", id()],
    query: ({ signal }) => api.jobs.get({ path: { id: id() }, signal })
  })

const useRunMutation = (send: (id: string) => Promise<Parameters<typeof jobsBoard.applyRun>[0]>) => {
  const cache = useQueryCache()
  return useMutation({
    mutation: send,
    onSuccess: (run) => {
      jobsBoard.applyRun(run)
      refresh(cache, { key: ["jobs", "run", run.id] })
    }
  })
}
export const useCancelRun = () => useRunMutation((id) => api.jobs.cancel({ path: { id } }))
export const useRetryRun = () => useRunMutation((id) => api.jobs.retry({ path: { id } }))

export const useQueueMutations = () => ({
  run: useMutation({ mutation: (queueName: string) => api.jobs.runQueue({ path: { queueName } }) }),
  pause: useMutation({ mutation: (queueName: string) => api.jobs.pauseQueue({ path: { queueName } }) }),
  resume: useMutation({ mutation: (queueName: string) => api.jobs.resumeQueue({ path: { queueName } }) })
})

export const useBulkMutations = () => ({
  retryFailed: useMutation({
    mutation: (queue: string | undefined) => api.jobs.retryFailed({ body: { ...(queue ? { queue } : {}) } })
  }),
  cancelAll: useMutation({
    mutation: (queue: string | undefined) => api.jobs.cancelAll({ body: { ...(queue ? { queue } : {}) } })
  }),
  clearFinished: useMutation({
    mutation: (queue: string | undefined) => api.jobs.clearFinished({ body: { ...(queue ? { queue } : {}) } })
  })
})
