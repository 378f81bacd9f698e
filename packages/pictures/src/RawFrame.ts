/** A decoded picture, line by line: RGB, or RGBA if `hasAlpha`. */
export interface RawFrame {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  /** True only if transparency was requested. */
  readonly hasAlpha?: boolean
  /** True if the file is truncated or damaged, so that a part of the picture is missing. */
  readonly isIncomplete?: boolean
}

/** A part of a frame, in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const wholeOf = ({ height, width }: RawFrame): Box => ({ left: 0, top: 0, width, height })

/**
 * Returns the brightness (BT.601), 0 to 255, of the pixel whose bytes begin at `at`. Integer arithmetic takes a third
 * of the time of floating-point arithmetic.
 */
export const lumaAt = (data: Uint8Array, at: number): number =>
  (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8
