import * as Schema from "effect/Schema"

/**
 * The format of a book. `comic` is a ZIP archive of images. `other` stands for formats whose content the server does
 * not read (CBR, MOBI, DjVu).
 */
export const BookFormat = Schema.Literal("epub", "comic", "pdf", "other")
export type BookFormat = typeof BookFormat.Type

export const AuthorRole = Schema.Literal("author", "artist", "translator", "editor")
export type AuthorRole = typeof AuthorRole.Type

export interface BookAuthor {
  /** The name as spelled in the book. */
  readonly name: string
  readonly role: AuthorRole
}

export interface BookSeries {
  readonly name: string
  /**
   * Position in the series, or null if the book does not state it. May be a fraction: 1.5 is between the first and the
   * second book.
   */
  readonly number: number | null
}

/** The metadata of a book. Missing values are null. All text is cleaned for display and limited in length. */
export interface BookFacts {
  readonly format: BookFormat
  readonly title: string | null
  readonly authors: ReadonlyArray<BookAuthor>
  readonly series: BookSeries | null
  /** A BCP 47 language tag. Its upper and lower case letters are those in the book. */
  readonly language: string | null
  readonly publisher: string | null
  /** The description as plain text, with empty lines between paragraphs. */
  readonly description: string | null
  /** The publication day or year, such as "2019-08-24" or "2014". */
  readonly date: string | null
  /** Number of images in a comic, or of pages in a PDF. Null for other formats. */
  readonly pages: number | null
  readonly isRightToLeft: boolean
  /** True if the book is DRM-protected, so that only the seller's apps can open it. */
  readonly isProtected: boolean
}

export const noFacts = (format: BookFormat): BookFacts => ({
  format,
  title: null,
  authors: [],
  series: null,
  language: null,
  publisher: null,
  description: null,
  date: null,
  pages: null,
  isRightToLeft: false,
  isProtected: false
})
