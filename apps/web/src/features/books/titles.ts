import { defineMessages, translate } from "@/lib/messages"

/** What the routes and the lists need of the words of books. */
export const titles = defineMessages("books.titles", {
  allBooks: "All",
  authors: "Authors",
  series: "Series",
  seriesPart: "{name}, {number}",
  shelves: "Shelves"
})

/** Of the page of all shelves of a sort. */
export const shelvesTitle = (shelves: "series" | "authors"): string => translate(titles, shelves)

/** "Saga, 3". */
export const seriesPart = (name: string, number: number): string =>
  translate(titles, "seriesPart", { name, number })
