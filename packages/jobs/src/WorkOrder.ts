/**
 * Priority numbers of CPU work over all queues. Smaller numbers are more urgent. Numbers up to 0 are `requested` work,
 * 1 to 9 are pictures, and 10 or more are background work. Between these three groups, `jobs_priority_limit` and
 * `jobs_contenders` enforce the order across queues. Within a queue, the jobs are ordered by number.
 */
export const workOrder = {
  /** Work that a user is waiting for. */
  requested: 0,
  /** The facts and thumbnails of images, and the covers of books and albums. Each takes a fraction of a second. */
  covers: 2,
  /** A video frame, which may take ffmpeg half a minute. */
  posters: 4,
  /** The streaming preview of a video that is being played. The most urgent kind of work that yields to viewers. */
  streaming: 10,
  waveforms: 12,
  fingerprints: 14,
  /** Trickplay sheets and clips of videos that no user has played. */
  previews: 20
} as const

/**
 * Smallest priority number of background work. Background work waits while a server encodes for a viewer, and while
 * jobs for pictures are waiting.
 */
export const backgroundPriority = workOrder.streaming
