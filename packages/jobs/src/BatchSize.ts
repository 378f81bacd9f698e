/**
 * Below this the next batch is claimed while the current one runs: 25-30k became 42-49k no-op jobs a second, and between
 * two batches of probes of 12 ms the tools stood still for 2.4 ms.
 */
export const prefetchBelowMillis = 30

const batchMillis = 50
const maxBatch = 500
const maxGrowth = 4

/** How many jobs to claim next: about 50 ms of work, growing at most fourfold at a time; one when jobs are long. */
export const nextTake = (take: number, millisPerJob: number): number =>
  Math.max(1, Math.min(maxBatch, Math.ceil(batchMillis / Math.max(millisPerJob, 0.01)), take * maxGrowth))
