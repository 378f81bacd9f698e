import { IndexUnusable } from "./BoundedFile.ts"
import type { Steps } from "./InSteps.ts"
import { type Box, tableEntries } from "./Mp4Boxes.ts"

export interface SampleRange {
  readonly offset: number
  readonly size: number
}

export interface SampleTables {
  readonly stsz: Box
  readonly stsc: Box
  /** The box `stco` or `co64`. */
  readonly chunks: Box
}

/**
 * Returns the file ranges of the given samples, which must be in ascending order. Makes one pass over the chunks.
 * Counts that exceed the size of their table are limited to that size.
 */
export function* sampleRanges(
  data: Buffer,
  tables: SampleTables,
  samples: ReadonlyArray<number>
): Steps<ReadonlyArray<SampleRange>> {
  const { chunks, stsc, stsz } = tables
  if (stsz.end - stsz.start < 12 || data.readUInt32BE(stsz.start + 4) !== 0) {
    throw new IndexUnusable("the sizes of the frames are not listed")
  }
  const sampleCount = tableEntries(data, stsz, 12, 4)
  const runs = tableEntries(data, stsc, 8, 12)
  const isWide = chunks.type === "co64"
  const chunkCount = tableEntries(data, chunks, 8, isWide ? 8 : 4)
  const sizeOf = (sample: number) => data.readUInt32BE(stsz.start + 12 + sample * 4)
  const offsetOf = (chunk: number) =>
    isWide
      ? Number(data.readBigUInt64BE(chunks.start + 8 + chunk * 8))
      : data.readUInt32BE(chunks.start + 8 + chunk * 4)
  const firstChunkOf = (run: number) => data.readUInt32BE(stsc.start + 8 + run * 12) - 1

  const ranges: Array<SampleRange> = []
  let wanted = 0
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunkCount && wanted < samples.length && sample < sampleCount; chunk++) {
    while (run + 1 < runs && firstChunkOf(run + 1) <= chunk) run += 1
    const perChunk = runs === 0 ? 0 : data.readUInt32BE(stsc.start + 8 + run * 12 + 4)
    const end = Math.min(sampleCount, sample + perChunk)
    if ((chunk & 4_095) === 0) yield
    if (samples[wanted]! >= end) {
      sample = end
      continue
    }
    let offset = offsetOf(chunk)
    for (; sample < end; sample++) {
      if ((sample & 16_383) === 0) yield
      const size = sizeOf(sample)
      if (sample === samples[wanted]) {
        ranges.push({ offset, size })
        wanted += 1
      }
      offset += size
    }
  }
  if (wanted < samples.length) throw new IndexUnusable("a key frame has no data in the file")
  return ranges
}
