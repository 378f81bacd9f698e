import type * as Schema from "effect/Schema"

/** Every queue, in the order operators see it. The names are wire and database values: never rename one. */
export const queues = [
  { name: "library-scan", label: "Library scan" },
  { name: "media-probe", label: "Media probe" },
  { name: "fingerprint", label: "Fingerprint" },
  { name: "preview", label: "Preview and streaming" },
  { name: "metadata-import", label: "Metadata import" },
  { name: "gallery-scan", label: "Gallery scan" },
  { name: "image-thumbnail", label: "Image thumbnail" },
  { name: "image-fingerprint", label: "Image fingerprint" },
  { name: "audio-scan", label: "Audio scan" },
  { name: "audio-probe", label: "Audio probe" },
  { name: "audio-fingerprint", label: "Audio fingerprint" },
  { name: "audio-waveform", label: "Audio waveform" },
  { name: "library-maintenance", label: "Library maintenance" },
  { name: "extract-subtitles", label: "Subtitle extraction" },
  { name: "collection-refresh", label: "Collection refresh" }
] as const

export type QueueName = (typeof queues)[number]["name"]

export const isQueueName = (name: string): name is QueueName => queues.some((queue) => queue.name === name)

/** A queue and the shape of its payload: `A` in the program, `I` (plain JSON) in the database. */
export interface QueueDef<Name extends QueueName, A, I> {
  readonly name: Name
  readonly label: string
  readonly payload: Schema.Schema<A, I>
}

/** Declares a slice's queue. The label must be the one in `queues`; a test compares them. */
export const queue = <const Name extends QueueName, A, I>(definition: {
  readonly name: Name
  readonly label: string
  readonly payload: Schema.Schema<A, I>
}): QueueDef<Name, A, I> => definition
