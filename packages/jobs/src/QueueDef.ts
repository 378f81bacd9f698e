import type * as Schema from "effect/Schema"

/**
 * All queues, in the order in which operators see them, each with the resource that its jobs mostly need. The table
 * `job_resources` limits the number of jobs per resource that run at once, over all queues. The table `queues` in the
 * database is authoritative, and a test compares it with this list. Never rename a queue, because the names are stored
 * in the database and sent to clients.
 */
export const queues = [
  { name: "library-scan", label: "Library scan", resource: "disk" },
  { name: "media-probe", label: "Media probe", resource: "disk" },
  { name: "fingerprint", label: "Fingerprint", resource: "cpu" },
  { name: "preview", label: "Preview and streaming", resource: "cpu" },
  { name: "metadata-import", label: "Metadata import", resource: "net" },
  { name: "gallery-scan", label: "Gallery scan", resource: "disk" },
  { name: "image-thumbnail", label: "Image thumbnail", resource: "cpu" },
  { name: "image-fingerprint", label: "Image fingerprint", resource: "cpu" },
  { name: "audio-scan", label: "Audio scan", resource: "disk" },
  { name: "audio-probe", label: "Audio probe", resource: "disk" },
  { name: "audio-fingerprint", label: "Audio fingerprint", resource: "cpu" },
  { name: "audio-waveform", label: "Audio waveform", resource: "cpu" },
  { name: "library-maintenance", label: "Library maintenance", resource: "disk" },
  { name: "extract-subtitles", label: "Subtitle extraction", resource: "disk" },
  { name: "collection-refresh", label: "Collection refresh", resource: "disk" },
  { name: "book-read", label: "Book reading", resource: "disk" },
  { name: "series-scan", label: "Series scan", resource: "disk" },
  { name: "plugin-task", label: "Plugins", resource: "cpu" }
] as const

export type QueueName = (typeof queues)[number]["name"]

export const isQueueName = (name: string): name is QueueName => queues.some((queue) => queue.name === name)

/** A queue and the type of its payload: `A` in the program, `I` (plain JSON) in the database. */
export interface QueueDef<Name extends QueueName, A, I> {
  readonly name: Name
  readonly label: string
  readonly payload: Schema.Schema<A, I>
}

/** Declares a queue of a slice. The label must equal the label in `queues`. A test compares the two. */
export const queue = <const Name extends QueueName, A, I>(definition: {
  readonly name: Name
  readonly label: string
  readonly payload: Schema.Schema<A, I>
}): QueueDef<Name, A, I> => definition
