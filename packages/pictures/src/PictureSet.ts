/** Widths of what is kept of a picture; the last one is the largest there is. */
export const WIDTHS = [320, 640, 1280] as const

/** Neither side of a picture is longer: 1,280 pixels fill the stage of an item's page. */
export const LARGEST = 1280

/** The same of a page of a book, which is read and not only looked at: a third more than the sharpest tablets show. */
export const LARGEST_PAGE = 4_096
/** Pixels that a picture of this width may be high: strips are, and no more of them are in memory than of a page. */
export const heightOf = (width: number): number =>
  Math.min(4 * LARGEST_PAGE, Math.floor(LARGEST_PAGE ** 2 / width))

/** One width of a picture. */
export interface SizedPicture {
  readonly width: number
  readonly bytes: Buffer
}

/** A picture as it is kept and served: WebP in all widths that make sense, the smallest first. */
export interface PictureSet {
  /** Twelve letters that follow from the largest one's bytes. */
  readonly version: string
  /** Of the largest one. */
  readonly width: number
  readonly height: number
  /** About 25 bytes, base64. */
  readonly thumbHash: string
  readonly sizes: ReadonlyArray<SizedPicture>
  /** A part of the picture is missing in its file. */
  readonly isIncomplete?: boolean
}

/** The widths kept of a picture whose largest is so wide. */
export const widthsOf = (largest: number): ReadonlyArray<number> => [
  ...WIDTHS.filter((width) => width < largest),
  largest
]

/** The width that is answered when so many pixels are asked for: no smaller one, if there is one. */
export const widthFor = (wanted: number | undefined, largest: number): number =>
  wanted === undefined ? largest : (widthsOf(largest).find((width) => width >= wanted) ?? largest)
