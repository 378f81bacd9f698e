import type { BookSummary } from "@media/features/media/books/contract"
import { seriesPart } from "./titles"

const FORMATS: Readonly<Record<string, string>> = { epub: "EPUB", pdf: "PDF", comic: "Comic" }

type Told = Pick<BookSummary, "authors" | "series" | "format">

/** Returns the authors and artists of a book. A person with several roles appears only once. */
export const namesOf = ({ authors }: Pick<Told, "authors">): ReadonlyArray<Told["authors"][number]> =>
  authors.filter(({ id }, index) => authors.findIndex((other) => other.id === id) === index)

/** Returns the series and the book's number in the series: "Saga, 3". */
export const partOf = ({ series }: Pick<Told, "series">): string | undefined =>
  series === null ? undefined : series.number === null ? series.name : seriesPart(series.name, series.number)

/** Returns true for formats with fixed pages. The reader can open any page of such a book directly. */
export const isPaged = ({ format }: Pick<Told, "format">): boolean => format === "comic" || format === "pdf"

export const formatOf = ({ format }: Pick<Told, "format">): string | undefined =>
  format === null ? undefined : FORMATS[format]

/** Returns the language's name in the user's language, or the language tag if the browser does not know the name. */
export const languageName = (tag: string): string => {
  try {
    return new Intl.DisplayNames(undefined, { type: "language" }).of(tag) ?? tag
  } catch {
    return tag
  }
}
