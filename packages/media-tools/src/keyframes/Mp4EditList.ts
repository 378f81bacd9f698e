import { type Box, tableEntries } from "./Mp4Boxes.ts"

export interface EditList {
  /** Time in seconds that is added to each sample's own time. */
  readonly shiftSeconds: number
  /** True if the edit list omits or repeats parts, or changes their speed, instead of only shifting all samples. */
  readonly isEdited: boolean
}

/**
 * Reads an `elst` box. Empty edits at the beginning delay the start. The first edit that is not empty states the media
 * time at which playback begins.
 */
export const readEditList = (
  data: Buffer,
  box: Box,
  movieScale: number,
  mediaScale: number,
  mediaDuration: number
): EditList => {
  const isWide = data[box.start] === 1
  const entryBytes = isWide ? 20 : 12
  const entries = tableEntries(data, box, 8, entryBytes)
  let delay = 0
  let shift: number | undefined
  let isEdited = false
  for (let i = 0; i < entries; i++) {
    const at = box.start + 8 + i * entryBytes
    const duration = isWide ? Number(data.readBigUInt64BE(at)) : data.readUInt32BE(at)
    const mediaTime = isWide ? Number(data.readBigInt64BE(at + 8)) : data.readInt32BE(at + 4)
    const rate = data.readInt32BE(at + (isWide ? 16 : 8))
    if (shift !== undefined) {
      isEdited = true
      break
    }
    if (mediaTime === -1) {
      delay += duration / movieScale
      continue
    }
    shift = delay - mediaTime / mediaScale
    const played = duration / movieScale
    const available = (mediaDuration - mediaTime) / mediaScale
    isEdited = rate !== 0x10000 || (duration !== 0 && played < available - 1)
  }
  return { shiftSeconds: shift ?? delay, isEdited }
}
