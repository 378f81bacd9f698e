import { LARGEST } from "./PictureSet.ts"

/** Size in bytes of the reusable buffers: 4.9 MB, enough for any RGB picture within `LARGEST`. */
const BYTES = LARGEST * LARGEST * 3
/** Minimum size in bytes of reused memory. Allocating less memory is cheap. */
const LEAST = 256 * 1024
/** Maximum number of spare buffers, which is the number of pictures that a process encodes at a time. */
const MOST = 2

const spare: Array<Buffer> = []

/**
 * Returns uncleared memory for the pixels of one picture. The memory is reused. Otherwise, V8 would collect the whole
 * heap once per picture. This took 25 of the 250 ms of CPU per picture (photos of 12 megapixels, 2026-11-23).
 */
export const takePixels = (length: number): Buffer =>
  length < LEAST || length > BYTES
    ? Buffer.allocUnsafeSlow(length)
    : (spare.pop() ?? Buffer.allocUnsafeSlow(BYTES)).subarray(0, length)

/**
 * Gives memory back for reuse. The caller must not read or write the memory afterwards. Memory that is not returned is
 * garbage-collected as usual.
 */
export const givePixelsBack = ({ buffer }: Uint8Array): void => {
  const isKnown = spare.some((each) => each.buffer === buffer)
  if (buffer.byteLength === BYTES && spare.length < MOST && !isKnown) spare.push(Buffer.from(buffer))
}
