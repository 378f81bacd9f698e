/**
 * The order in which work on the processor is done, over all queues; a smaller number is more urgent. A priority from the
 * first negative number to 0 is `requested` work, up to 9 it is pictures, from 10 on it is background work. Between these
 * three, `jobs_priority_limit` and `jobs_contenders` hold the order across queues; a queue orders its own jobs by the number.
 */
export const workOrder = {
  /** A person waits for it. */
  requested: 0,
  /** The facts and thumbnails of images, and the covers of books and albums: one takes a fraction of a second. */
  covers: 2,
  /** A frame of a video, for which ffmpeg may need half a minute. */
  posters: 4,
  /** The streaming preview of a video that is played. The first that makes way for viewers. */
  streaming: 10,
  waveforms: 12,
  fingerprints: 14,
  /** Trickplay sheets and clips of videos that no one has played. */
  previews: 20
} as const

/** From here on work waits while a server encodes for a viewer, and until no picture waits. */
export const backgroundPriority = workOrder.streaming
