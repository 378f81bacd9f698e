/** Stored widths of a picture; the last one is the largest possible. */
export const WIDTHS = [320, 640, 1280] as const

/** Neither side of a picture is longer: 1,280 pixels fill the stage of an item's page. */
export const LARGEST = 1280

/** The same for a page of a book, which must be readable: a third more than the sharpest tablets show. */
export const LARGEST_PAGE = 4_096
/** Maximum height of a picture with this width: strips are high, and no more of them is in memory than of a page. */
export const heightOf = (width: number): number =>
  Math.min(4 * LARGEST_PAGE, Math.floor(LARGEST_PAGE ** 2 / width))

/** The pictures that an item may have besides the one in lists. */
export const pictureRoles = ["backdrop", "logo"] as const
export type PictureRole = (typeof pictureRoles)[number]

/** One width of a picture. */
export interface SizedPicture {
  readonly width: number
  readonly bytes: Buffer
}

/** The stored and served forms of a picture: WebP in all useful widths, the smallest first. */
export interface PictureSet {
  /** Twelve letters that follow from the largest one's bytes. */
  readonly version: string
  /** Size of the largest one. */
  readonly width: number
  readonly height: number
  /** About 25 bytes, base64. */
  readonly thumbHash: string
  readonly sizes: ReadonlyArray<SizedPicture>
  /** A part of the picture is missing in its file. */
  readonly isIncomplete?: boolean
}

/** The stored widths of a picture with this largest width. */
export const widthsOf = (largest: number): ReadonlyArray<number> => [
  ...WIDTHS.filter((width) => width < largest),
  largest
]

/** The width served for a requested number of pixels: at least as large, if possible. */
export const widthFor = (wanted: number | undefined, largest: number): number =>
  wanted === undefined ? largest : (widthsOf(largest).find((width) => width >= wanted) ?? largest)
