/** A decoded picture: RGB, or RGBA if `hasAlpha`, line by line. */
export interface RawFrame {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  /** Only if transparency was requested. */
  readonly hasAlpha?: boolean
  /** The file is truncated or damaged: a part of the picture is missing. */
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
 * Brightness (BT.601), 0 to 255, of the pixel whose bytes begin at `at`. Integers take a third of the time of floats.
 */
export const lumaAt = (data: Uint8Array, at: number): number =>
  (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8
