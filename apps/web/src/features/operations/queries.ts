import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { refresh } from "@/lib/queryCache"
import { tellBoards } from "./live"
import { knownFilter, type RunFilter } from "./runs/filterText"

export const useRunDetail = (id: () => string) =>
  useQuery({
    key: () => ["jobs", "run", id()],
    query: ({ signal }) => api.jobs.get({ path: { id: id() }, signal })
  })

const useRunMutation = (send: (id: string) => Promise<Parameters<typeof tellBoards>[0]>) => {
  const cache = useQueryCache()
  return useMutation({
    mutation: send,
    onSuccess: (run) => {
      tellBoards(run)
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

/**
 * Returns the number of jobs that each bulk action would affect, and the id of the newest job at the time of counting.
 */
export const readBulkPreview = (selection: RunSelection) =>
  api.jobs.previewSelection({ body: bodyOf(selection) })

/** The jobs of a bulk action: individual jobs, or all jobs that match the filter, optionally with exceptions. */
export interface RunSelection {
  readonly filter: RunFilter
  readonly ids?: ReadonlyArray<string>
  readonly except?: ReadonlyArray<string>
  /** The id of the newest job when the jobs were counted. The server excludes newer jobs from the action. */
  readonly upTo?: string | null
}
const bodyOf = ({ except, filter, ids, upTo }: RunSelection) => ({
  ...knownFilter(filter),
  ...(ids === undefined ? {} : { ids: [...ids] }),
  ...(except === undefined || except.length === 0 ? {} : { except: [...except] }),
  ...(upTo === undefined || upTo === null ? {} : { upTo })
})

export const useBulkMutations = () => ({
  retry: useMutation({
    mutation: (selection: RunSelection) => api.jobs.retryFailed({ body: bodyOf(selection) })
  }),
  cancel: useMutation({
    mutation: (selection: RunSelection) => api.jobs.cancelAll({ body: bodyOf(selection) })
  }),
  clear: useMutation({
    mutation: (selection: RunSelection) => api.jobs.clearFinished({ body: bodyOf(selection) })
  })
})

/** Queries failed jobs, grouped by reason. */
export const useFailureGroups = (filter: () => RunFilter) =>
  useQuery({
    key: () => ["jobs", "failures", JSON.stringify(knownFilter(filter()))],
    query: ({ signal }) => api.jobs.failures({ query: knownFilter(filter()), signal })
  })

/** Returns the number of attempts that ended in each interval of the last hour or day. */
export const readThroughput = (span: "hour" | "day") => api.jobs.throughput({ query: { span } })
