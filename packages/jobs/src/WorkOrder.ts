/**
 * Priorities of CPU-heavy jobs, comparable across all queues. Lower numbers are more urgent: up to 0 is `requested`
 * work, 1 to 9 is work on pictures, and 10 or more is background work. The SQL functions `jobs_priority_limit` and
 * `jobs_contenders` enforce the order of these three groups across queues. Within a queue, jobs run in order of their
 * numbers.
 */
export const workOrder = {
  /** Work that a user is waiting for. */
  requested: 0,
  /** Metadata and thumbnails of images, and covers of books and albums. Each takes a fraction of a second. */
  covers: 2,
  /** Posters of videos. Extracting the frame may take ffmpeg half a minute. */
  posters: 4,
  /** Converting a video that users play, so that it can be streamed. The most urgent kind of background work. */
  streaming: 10,
  waveforms: 12,
  fingerprints: 14,
  /** Trickplay sheets and clips of videos that no user has played. */
  previews: 20
} as const

/**
 * Lowest number of background work. Background work waits while a server encodes for a viewer, and while jobs for
 * pictures are queued.
 */
export const backgroundPriority = workOrder.streaming
