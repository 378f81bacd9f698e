import { api } from "@/api"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { onScopeDispose } from "vue"
import { jobsBoard } from "./live"
import { refresh } from "@/lib/queryCache"
import type { RunFilter } from "./filterText"

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

const known = ({ q, queue, status }: RunFilter) => ({
  ...(status ? { status } : {}),
  ...(queue ? { queue } : {}),
  ...(q ? { q } : {})
})

/** How many jobs each bulk action would touch, and the newest job the server knew when it counted. */
export const readBulkPreview = (filter: RunFilter) => api.jobs.bulkPreview({ query: known(filter) })

interface Selection {
  readonly filter: RunFilter
  readonly upTo: string | null
}
const bodyOf = ({ filter, upTo }: Selection) => ({ ...known(filter), ...(upTo === null ? {} : { upTo }) })

export const useBulkMutations = () => ({
  retry: useMutation({
    mutation: (selection: Selection) => api.jobs.retryFailed({ body: bodyOf(selection) })
  }),
  cancel: useMutation({
    mutation: (selection: Selection) => api.jobs.cancelAll({ body: bodyOf(selection) })
  }),
  clear: useMutation({
    mutation: (selection: Selection) => api.jobs.clearFinished({ body: bodyOf(selection) })
  })
})
