// Made by `npm run generate`. Do not edit.
import { lazyProcessor } from "@media/jobs/LazyProcessor"
import type { Processor } from "@media/jobs/Processor"
import type { ProcessorRequirements } from "../defineSlice.ts"

const later = () => import("./lazyProcessors.ts")

const all = [
  lazyProcessor("collection-refresh", () => later().then(({ lazyProcessors }) => lazyProcessors["collection-refresh"])),
  lazyProcessor("plugin-task", () => later().then(({ lazyProcessors }) => lazyProcessors["plugin-task"])),
  lazyProcessor("fingerprint", () => later().then(({ lazyProcessors }) => lazyProcessors["fingerprint"])),
  lazyProcessor("image-fingerprint", () => later().then(({ lazyProcessors }) => lazyProcessors["image-fingerprint"])),
  lazyProcessor("audio-fingerprint", () => later().then(({ lazyProcessors }) => lazyProcessors["audio-fingerprint"])),
  lazyProcessor("library-maintenance", () => later().then(({ lazyProcessors }) => lazyProcessors["library-maintenance"])),
  lazyProcessor("library-scan", () => later().then(({ lazyProcessors }) => lazyProcessors["library-scan"])),
  lazyProcessor("audio-scan", () => later().then(({ lazyProcessors }) => lazyProcessors["audio-scan"])),
  lazyProcessor("audio-probe", () => later().then(({ lazyProcessors }) => lazyProcessors["audio-probe"]), 64),
  lazyProcessor("audio-waveform", () => later().then(({ lazyProcessors }) => lazyProcessors["audio-waveform"])),
  lazyProcessor("book-read", () => later().then(({ lazyProcessors }) => lazyProcessors["book-read"])),
  lazyProcessor("gallery-scan", () => later().then(({ lazyProcessors }) => lazyProcessors["gallery-scan"])),
  lazyProcessor("series-scan", () => later().then(({ lazyProcessors }) => lazyProcessors["series-scan"])),
  lazyProcessor("media-probe", () => later().then(({ lazyProcessors }) => lazyProcessors["media-probe"]), 16),
  lazyProcessor("metadata-import", () => later().then(({ lazyProcessors }) => lazyProcessors["metadata-import"])),
  lazyProcessor("image-thumbnail", () => later().then(({ lazyProcessors }) => lazyProcessors["image-thumbnail"])),
  lazyProcessor("preview", () => later().then(({ lazyProcessors }) => lazyProcessors["preview"])),
  lazyProcessor("extract-subtitles", () => later().then(({ lazyProcessors }) => lazyProcessors["extract-subtitles"]))
] as const

/** The processors of all queues that have one. The jobs of other queues wait. */
export const processors: ReadonlyArray<Processor<ProcessorRequirements<(typeof all)[number]>>> = all
