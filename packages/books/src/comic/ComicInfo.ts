import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import type { AuthorRole, BookAuthor, BookFacts } from "../BookFacts.ts"
import { calendarDate, languageTag, line, paragraphs, seriesNumber } from "../Texts.ts"

const MOST_AUTHORS = 50

/** Elements of ComicInfo 2.1 that contain names of people, separated by commas. */
const PEOPLE: ReadonlyArray<readonly [element: string, role: AuthorRole]> = [
  ["Writer", "author"],
  ["Penciller", "artist"],
  ["Inker", "artist"],
  ["Colorist", "artist"],
  ["CoverArtist", "artist"],
  ["Translator", "translator"],
  ["Editor", "editor"]
]

const authorsOf = (text: (name: string) => string | undefined): ReadonlyArray<BookAuthor> => {
  const seen = new Set<string>()
  return PEOPLE.flatMap(([element, role]) =>
    (text(element) ?? "").split(",").flatMap((part): ReadonlyArray<BookAuthor> => {
      const name = line(part)
      const key = `${role} ${name?.toLowerCase()}`
      if (name === null || seen.has(key)) return []
      seen.add(key)
      return [{ name, role }]
    })
  ).slice(0, MOST_AUTHORS)
}

const padded = (text: string | undefined): string => (text ?? "").trim().padStart(2, "0")

/** Reads `ComicInfo.xml`, the metadata of a comic (https://anansi-project.github.io/docs/comicinfo/documentation). */
export const comicInfoFacts = (root: XmlElement): Omit<BookFacts, "format" | "pages" | "isProtected"> => {
  const text = (name: string): string | undefined => {
    const child = childOf(root, name)
    return child === undefined ? undefined : textOf(child)
  }
  const name = line(text("Series"))
  // Collected editions may have a volume but no number. Large volumes are ignored, because Western publishers use this
  // element for the year in which the series began.
  const volume = seriesNumber(text("Volume"))
  const number = seriesNumber(text("Number")) ?? (volume !== null && volume < 1_000 ? volume : null)
  return {
    title: line(text("Title")),
    authors: authorsOf(text),
    series: name === null ? null : { name, number },
    language: languageTag(text("LanguageISO")),
    publisher: line(text("Publisher")),
    description: paragraphs(text("Summary")),
    date:
      text("Month") === undefined
        ? calendarDate(text("Year"))
        : calendarDate(`${text("Year") ?? ""}-${padded(text("Month"))}-${padded(text("Day"))}`),
    isRightToLeft: text("Manga") === "YesAndRightToLeft"
  }
}

/** Returns the index (from 0) of the page that is marked as the front cover, or undefined if no page is marked. */
export const frontCoverOf = (root: XmlElement): number | undefined => {
  const pages = childOf(root, "Pages")
  const front = (pages === undefined ? [] : childrenOf(pages, "Page")).find(
    (page) => attributeOf(page, "Type") === "FrontCover"
  )
  const image = front === undefined ? undefined : attributeOf(front, "Image")
  return image !== undefined && /^\d{1,5}$/.test(image) ? Number(image) : undefined
}
