import type { JobRun, JobStatus } from "@media/features/operations/contract"

export const jobStatuses: ReadonlyArray<JobStatus> = ["queued", "started", "failed", "completed", "cancelled"]

export interface RunFilter {
  readonly status?: JobStatus | undefined
  readonly queue?: string | undefined
  readonly q?: string | undefined
}

const words: Readonly<Record<string, JobStatus>> = { running: "started" }
const asStatus = (text: string): JobStatus | undefined =>
  words[text] ?? jobStatuses.find((status) => status === text)

/** `queue:preview status:failed target:"Blade Runner" id:0193…` and plain words; what is not a qualifier is searched for. */
export const parseFilterText = (text: string): RunFilter => {
  const filter: { status?: JobStatus; queue?: string } = {}
  const searched: string[] = []
  for (const [match, name, quoted, bare] of text.matchAll(/(?:(\w+):)?(?:"([^"]*)"|([^\s"]+))/g)) {
    const value = quoted ?? bare ?? ""
    const status = name === "status" ? asStatus(value.toLowerCase()) : undefined
    if (status) filter.status = status
    else if (name === "queue") filter.queue = value
    else searched.push(name === undefined || name === "target" || name === "id" ? value : match)
  }
  const q = searched.join(" ").trim()
  return { ...filter, ...(q ? { q } : {}) }
}

/** The server's own filter, for rows that change while they are on screen. */
export const runMatches = (filter: RunFilter) => {
  const searched = filter.q?.toLowerCase()
  return (run: JobRun): boolean =>
    (filter.status === undefined || run.status === filter.status) &&
    (filter.queue === undefined || run.queueName === filter.queue) &&
    (searched === undefined ||
      run.id === searched ||
      run.targetId?.toLowerCase() === searched ||
      (run.targetLabel ?? "").toLowerCase().includes(searched))
}
