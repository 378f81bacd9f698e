import { type BoundedFile, IndexUnusable } from "./BoundedFile.ts"

/** One box of the ISO base media format. `start` is the offset of its content in `data`. */
export interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

const MAX_CHILDREN = 4_096

/** Lists the boxes between `start` and `end`, without their children. Stops at the first box that does not fit. */
export const boxesIn = (data: Buffer, start: number, end: number): ReadonlyArray<Box> => {
  const boxes: Array<Box> = []
  let at = start
  while (at + 8 <= end && boxes.length < MAX_CHILDREN) {
    let size = data.readUInt32BE(at)
    let header = 8
    if (size === 1) {
      if (at + 16 > end) break
      size = Number(data.readBigUInt64BE(at + 8))
      header = 16
    }
    if (size === 0) size = end - at
    if (size < header || at + size > end) break
    boxes.push({ type: data.toString("latin1", at + 4, at + 8), start: at + header, end: at + size })
    at += size
  }
  return boxes
}

export const childOf = (data: Buffer, box: Box, type: string): Box | undefined =>
  boxesIn(data, box.start, box.end).find((child) => child.type === type)

export const descendant = (data: Buffer, box: Box, path: ReadonlyArray<string>): Box | undefined => {
  let current: Box | undefined = box
  for (const type of path) {
    if (current === undefined) return undefined
    current = childOf(data, current, type)
  }
  return current
}

/**
 * Reads the content of the `moov` box, which may be anywhere in the file. Returns `undefined` if there is none or if
 * the file is fragmented.
 */
export const readMovieBox = async (file: BoundedFile): Promise<Buffer | undefined> => {
  let at = 0
  for (let i = 0; i < MAX_CHILDREN && at + 8 <= file.size; i++) {
    const header = await file.readUpTo(at, 16)
    if (header.length < 8) return undefined
    let size = header.readUInt32BE(0)
    let headerSize = 8
    if (size === 1 && header.length === 16) {
      size = Number(header.readBigUInt64BE(8))
      headerSize = 16
    }
    if (size === 0) size = file.size - at
    if (size < headerSize) throw new IndexUnusable("a box has no size")
    const type = header.toString("latin1", 4, 8)
    if (type === "moov") return file.read(at + headerSize, size - headerSize)
    if (type === "moof") return undefined
    at += size
  }
  return undefined
}

/**
 * Returns the number of entries that a table box declares, but at most the number that fits into the box. A table box
 * consists of version, flags, entry count and entries.
 */
export const tableEntries = (data: Buffer, box: Box, headerBytes: number, entryBytes: number): number => {
  if (box.end - box.start < headerBytes) throw new IndexUnusable("a table is cut off")
  const claimed = data.readUInt32BE(box.start + headerBytes - 4)
  return Math.min(claimed, Math.floor((box.end - box.start - headerBytes) / entryBytes))
}
