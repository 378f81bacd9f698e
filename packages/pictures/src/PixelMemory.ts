import { LARGEST } from "./PictureSet.ts"

/** Room for a picture of the usual size: 4.9 MB. */
const BYTES = LARGEST * LARGEST * 3
/** Below this size, allocating new memory is cheap. */
const LEAST = 256 * 1024
/** The number of pictures encoded at a time in one process. */
const MOST = 2

const spare: Array<Buffer> = []

/**
 * Memory for the pixels of one picture, not cleared. It is reused: allocating it for each picture made V8 collect the
 * whole heap once per picture, 25 of 250 ms of CPU (photos of 12 megapixels, 2026-11-23).
 */
export const takePixels = (length: number): Buffer =>
  length < LEAST || length > BYTES
    ? Buffer.allocUnsafeSlow(length)
    : (spare.pop() ?? Buffer.allocUnsafeSlow(BYTES)).subarray(0, length)

/** Nothing may read or write them afterwards. Memory that is not released is garbage-collected as usual. */
export const givePixelsBack = ({ buffer }: Uint8Array): void => {
  const isKnown = spare.some((each) => each.buffer === buffer)
  if (buffer.byteLength === BYTES && spare.length < MOST && !isKnown) spare.push(Buffer.from(buffer))
}
