import * as Schema from "effect/Schema"

/** `comic`: an archive of pictures. `other`: a file whose inside is not read (CBR, MOBI, DjVu). */
export const BookFormat = Schema.Literal("epub", "comic", "pdf", "other")
export type BookFormat = typeof BookFormat.Type

export const AuthorRole = Schema.Literal("author", "artist", "translator", "editor")
export type AuthorRole = typeof AuthorRole.Type

export interface BookAuthor {
  /** As the book spells it. */
  readonly name: string
  readonly role: AuthorRole
}

export interface BookSeries {
  readonly name: string
  /** 1.5 lies between the first and the second; null when the book does not say. */
  readonly number: number | null
}

/** What a book says of itself. All texts are cleaned for people and of bounded length; null where it says nothing. */
export interface BookFacts {
  readonly format: BookFormat
  readonly title: string | null
  readonly authors: ReadonlyArray<BookAuthor>
  readonly series: BookSeries | null
  /** A BCP 47 tag, in small letters as far as it was given so. */
  readonly language: string | null
  readonly publisher: string | null
  /** Plain text, paragraphs apart by an empty line. */
  readonly description: string | null
  /** A day such as 2024-05-31, or a year. */
  readonly date: string | null
  /** Pictures of a comic, pages of a PDF. */
  readonly pages: number | null
  readonly isRightToLeft: boolean
  /** Its text is encrypted by a seller: only their programs open it. */
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
