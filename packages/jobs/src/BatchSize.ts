/**
 * Average time per job in milliseconds below which the next batch is claimed while the current batch runs. Prefetching
 * raised the throughput of no-op jobs from 25,000-30,000 to 42,000-49,000 per second. Without prefetching, tools idled
 * for 2.4 ms between two batches of 12 ms probes.
 */
export const prefetchBelowMillis = 30

/**
 * Target duration of a batch in milliseconds. With a target of 50 ms and probes of 12 ms, the statements took 6 ms per
 * job, half as long as the probe itself.
 */
const batchMillis = 100
const maxBatch = 500
const maxGrowth = 4

/**
 * Returns the number of jobs to claim next. The goal is about 100 ms of work. The result is at least one job, at most
 * 500 jobs, and at most four times the previous number. If the queue runs jobs in groups, a result larger than one
 * group is rounded down to whole groups of `group` jobs. The reason is that a group of a single job costs as many
 * statements as a full group.
 */
export const nextTake = (take: number, millisPerJob: number, group = 1): number => {
  const wanted = Math.ceil(batchMillis / Math.max(millisPerJob, 0.01))
  const most = Math.max(1, Math.min(maxBatch, wanted, take * maxGrowth))
  return most > group ? most - (most % group) : most
}
