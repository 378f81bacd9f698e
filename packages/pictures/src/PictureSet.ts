/** Stored widths of a picture in pixels. A picture is never wider than the last width. */
export const WIDTHS = [320, 640, 1280] as const

/** Maximum length of a picture's longer side in pixels. 1,280 pixels are enough for the header of an item's page. */
export const LARGEST = 1280

/**
 * Maximum length in pixels of the longer side of a book page. Text on the page must be readable, so the limit is a
 * third above the resolution of the sharpest tablets.
 */
export const LARGEST_PAGE = 4_096
/**
 * Returns the maximum height of a picture with this width. Strips may be tall, but the memory that a page takes is
 * limited.
 */
export const heightOf = (width: number): number =>
  Math.min(4 * LARGEST_PAGE, Math.floor(LARGEST_PAGE ** 2 / width))

/** Roles of the pictures that an item may have in addition to its picture in lists. */
export const pictureRoles = ["backdrop", "logo"] as const
export type PictureRole = (typeof pictureRoles)[number]

/** A picture in one of its stored widths. */
export interface SizedPicture {
  readonly width: number
  readonly bytes: Buffer
}

/** The forms of a picture that are stored and served: WebP in all useful widths, the smallest first. */
export interface PictureSet {
  /** Twelve letters, derived from the bytes of the largest size. */
  readonly version: string
  /** Width of the largest size. */
  readonly width: number
  readonly height: number
  /** The ThumbHash in base64, about 25 bytes. */
  readonly thumbHash: string
  readonly sizes: ReadonlyArray<SizedPicture>
  /** True if a part of the picture is missing in the file. */
  readonly isIncomplete?: boolean
}

/** Returns the stored widths of a picture whose largest width is `largest`. */
export const widthsOf = (largest: number): ReadonlyArray<number> => [
  ...WIDTHS.filter((width) => width < largest),
  largest
]

/**
 * Returns the stored width to serve for a requested width: the smallest one that is at least as large, otherwise the
 * largest.
 */
export const widthFor = (wanted: number | undefined, largest: number): number =>
  wanted === undefined ? largest : (widthsOf(largest).find((width) => width >= wanted) ?? largest)
