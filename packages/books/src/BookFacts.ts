import * as Schema from "effect/Schema"

/** `comic`: an archive of pictures. `other`: a file whose contents are not read (CBR, MOBI, DjVu). */
export const BookFormat = Schema.Literal("epub", "comic", "pdf", "other")
export type BookFormat = typeof BookFormat.Type

export const AuthorRole = Schema.Literal("author", "artist", "translator", "editor")
export type AuthorRole = typeof AuthorRole.Type

export interface BookAuthor {
  /** The spelling of the book. */
  readonly name: string
  readonly role: AuthorRole
}

export interface BookSeries {
  readonly name: string
  /** For example 1.5, between the first and the second; null if the book does not state it. */
  readonly number: number | null
}

/** The metadata of a book. All texts are cleaned for people and limited in length; null if missing. */
export interface BookFacts {
  readonly format: BookFormat
  readonly title: string | null
  readonly authors: ReadonlyArray<BookAuthor>
  readonly series: BookSeries | null
  /** A BCP 47 tag, in lower case where the book has it so. */
  readonly language: string | null
  readonly publisher: string | null
  /** Plain text, with empty lines between paragraphs. */
  readonly description: string | null
  /** True for a book that was encrypted by a seller, so that only the seller's programs can open it. */
  readonly date: string | null
  /** Pictures of a comic, pages of a PDF. */
  readonly pages: number | null
  readonly isRightToLeft: boolean
  /** Encrypted by a seller: only the seller's programs can open it. */
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
