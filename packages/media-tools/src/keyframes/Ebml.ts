import { type BoundedFile, IndexUnusable } from "./BoundedFile.ts"

/** One Matroska element. `start` is the offset of its content. */
export interface Element {
  readonly id: number
  readonly start: number
  readonly end: number
  /** True if the writer did not know the size (a live recording). `end` is then the end of the parent. */
  readonly isOpen: boolean
}

/**
 * Reads the header of the element at `at`. `undefined` if there is no valid header. If the size of the element is
 * unknown, the element extends to `limit`.
 */
export const elementAt = (data: Buffer, at: number, limit: number): Element | undefined => {
  const id = variableInteger(data, at, limit, true)
  if (id === undefined || id.length > 4) return undefined
  const size = variableInteger(data, at + id.length, limit, false)
  if (size === undefined) return undefined
  const start = at + id.length + size.length
  return { id: id.value, start, end: size.isUnknown ? limit : start + size.value, isOpen: size.isUnknown }
}

/**
 * Maximum number of elements, enough for the cues of 100,000 key frames for video and audio. Without a limit, one block
 * could contain 32 million minimal elements.
 */
const MAX_ELEMENTS = 250_000

/**
 * Lists the elements between `start` and `end`, without their children. Stops at the first element that does not fit.
 */
export const elementsIn = (data: Buffer, start: number, end: number): ReadonlyArray<Element> => {
  const elements: Array<Element> = []
  let at = start
  while (at < end) {
    const element = elementAt(data, at, end)
    if (element === undefined || element.end > end) break
    if (elements.length === MAX_ELEMENTS) throw new IndexUnusable("too many elements")
    elements.push(element)
    at = element.end
  }
  return elements
}

export const unsigned = (data: Buffer, element: Element): number => {
  const length = element.end - element.start
  if (length < 1 || length > 8) throw new IndexUnusable("a number has an invalid length")
  let value = 0
  for (let i = element.start; i < element.end; i++) value = value * 256 + data[i]!
  if (!Number.isSafeInteger(value)) throw new IndexUnusable("a number is too large")
  return value
}

/** Reads the element at a file offset: its header and its content. */
export const readElement = async (
  file: BoundedFile,
  offset: number
): Promise<{ readonly id: number; readonly content: Buffer } | undefined> => {
  const element = await readHeader(file, offset)
  if (element === undefined) return undefined
  return { id: element.id, content: await file.read(element.start, element.end - element.start) }
}

/** Reads an element's header. Offsets in the result are file offsets. */
export const readHeader = async (file: BoundedFile, offset: number): Promise<Element | undefined> => {
  const head = await file.readUpTo(offset, 12)
  const element = elementAt(head, 0, head.length)
  if (element === undefined) return undefined
  return {
    ...element,
    start: offset + element.start,
    end: element.isOpen ? file.size : offset + element.end
  }
}

/**
 * Reads a number whose first byte states its length. In ids, the bit that marks the length is part of the number. In
 * sizes and track numbers, it is not.
 */
export const variableInteger = (data: Buffer, at: number, limit: number, keepsMarker: boolean) => {
  const first = at < limit ? data[at] : undefined
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > limit || at + length > data.length) return undefined
  let value = keepsMarker ? first : first & (0xff >> length)
  let isUnknown = (first & (0xff >> length)) === 0xff >> length
  for (let i = 1; i < length; i++) {
    value = value * 256 + data[at + i]!
    isUnknown &&= data[at + i] === 0xff
  }
  if (!isUnknown && !Number.isSafeInteger(value)) return undefined
  return { value, length, isUnknown }
}
