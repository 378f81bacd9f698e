/** Stored widths of a picture; the last one is the largest possible. */
export const WIDTHS = [320, 640, 1280] as const

/** The longest side of a picture: 1,280 pixels fill the top of an item's page. */
export const LARGEST = 1280

/** The longest side of a page of a book, which must be readable: a third more than the sharpest tablets show. */
export const LARGEST_PAGE = 4_096
/** Maximum height of a picture with this width. Strips are high; this limits them to the memory that a page takes. */
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
  /** Twelve letters, derived from the bytes of the largest size. */
  readonly version: string
  /** Width of the largest size. */
  readonly width: number
  readonly height: number
  /** About 25 bytes, base64. */
  readonly thumbHash: string
  readonly sizes: ReadonlyArray<SizedPicture>
  /** A part of the picture is missing in the file. */
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
