/** Bytes that repeat `count` times and are stored once. */
export interface Repeated {
  readonly unit: Buffer
  readonly count: number
}

/** Consecutive bytes. A table of equal entries is stored as one entry and a count. */
export type Pieces = ReadonlyArray<Buffer | Repeated>

const sizeOf = (piece: Buffer | Repeated): number =>
  "count" in piece ? piece.unit.length * piece.count : piece.length

export const lengthOf = (pieces: Pieces): number => pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)

const part = (piece: Buffer | Repeated, from: number, to: number): Buffer => {
  if (!("count" in piece)) return piece.subarray(from, to)
  const first = Math.floor(from / piece.unit.length)
  const units = Array.from({ length: Math.ceil(to / piece.unit.length) - first }, () => piece.unit)
  const skipped = first * piece.unit.length
  return Buffer.concat(units).subarray(from - skipped, to - skipped)
}

/** Returns the bytes from `from` up to, but not including, `to`. */
export const bytesOf = (pieces: Pieces, from: number, to: number): Buffer => {
  const found: Array<Buffer> = []
  let start = 0
  for (const piece of pieces) {
    const end = start + sizeOf(piece)
    if (end > from && start < to)
      found.push(part(piece, Math.max(0, from - start), Math.min(end, to) - start))
    start = end
  }
  return Buffer.concat(found)
}
