import type { JobRun, JobRunDetail, QueueSummary } from "@media/features/app/operations/contract"

/** Returns a simulated job run. The id increases with `n`, like real ids increase with time. */
export const madeRun = (n: number, fields: Partial<JobRun>): JobRun => ({
  id: `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`,
  queueName: "media-probe",
  queueLabel: "Media probe",
  status: "queued",
  attempts: 0,
  maxAttempts: 15,
  earlierAttempts: 0,
  targetType: "video",
  targetId: `01900000-0000-7000-9000-${String(n).padStart(12, "0")}`,
  targetLabel: `2019/IMG_${4_000 + n}.MOV`,
  triggeredBy: "system",
  parentJobRunId: null,
  batchId: null,
  progress: null,
  result: null,
  error: null,
  priority: 0,
  queuedAt: new Date(Date.now() - 2_100).toISOString(),
  startedAt: null,
  finishedAt: null,
  nextRetryAt: null,
  durationMs: null,
  canceledBy: null,
  retries: 0,
  waitsFor: null,
  isExhausted: false,
  rev: 1,
  ...fields
})

export const madeDetail = (run: JobRun): JobRunDetail => ({
  ...run,
  payload: { videoId: run.targetId },
  parent: { id: run.id, queueLabel: "Library scan", targetLabel: "Film archive" },
  alike: run.status === "failed" ? 2 : 0,
  command: `ffprobe -v error -show_format -show_streams -of json file:/media/archive/${run.targetLabel}`,
  failedAttempts:
    run.status === "failed" && run.finishedAt !== null
      ? [{ attempt: 1, startedAt: run.startedAt, finishedAt: run.finishedAt, error: run.error }]
      : [],
  log: [{ attempt: 1, at: run.queuedAt, level: "warn", text: "moov atom not found" }]
})

export const madeQueue = (fields: Partial<QueueSummary>): QueueSummary => {
  const left = (fields.queued ?? 0) + (fields.started ?? 0)
  return {
    name: "media-probe",
    label: "Media probe",
    concurrency: 4,
    isPaused: false,
    queued: 0,
    started: 0,
    failed: 0,
    failedLastDay: fields.failed ?? 0,
    completedLastHour: 0,
    oldestQueuedAt: null,
    perSecond: left === 0 ? null : 24,
    etaSeconds: left / 24,
    ...fields
  }
}
