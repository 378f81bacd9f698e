/**
 * The order of CPU work over all queues; a smaller number is more urgent. Priorities from the first negative number to
 * 0 are `requested` work, up to 9 are pictures, and from 10 on background work. Between these three groups,
 * `jobs_priority_limit` and `jobs_contenders` enforce the order across queues; within a queue, the number orders the
 * jobs.
 */
export const workOrder = {
  /** A person is waiting for it. */
  requested: 0,
  /** The facts and thumbnails of images, and the covers of books and albums: each takes a fraction of a second. */
  covers: 2,
  /** A video frame, which may take ffmpeg half a minute. */
  posters: 4,
  /** The streaming preview of a video that is being played. The first class that yields to viewers. */
  streaming: 10,
  waveforms: 12,
  fingerprints: 14,
  /** Trickplay sheets and clips of videos that no one has played. */
  previews: 20
} as const

/** From this priority on, work waits while a server encodes for a viewer, and until no picture is waiting. */
export const backgroundPriority = workOrder.streaming
