import { defineMessages, translate } from "@/lib/messages"

/** What the routes and the first page need of the words of books. */
const messages = defineMessages("books.titles", {
  authors: "Authors",
  series: "Series",
  seriesPart: "{name}, {number}"
})

/** Of the page of all shelves of a sort. */
export const shelvesTitle = (shelves: "series" | "authors"): string => translate(messages, shelves)

/** "Saga, 3". */
export const seriesPart = (name: string, number: number): string =>
  translate(messages, "seriesPart", { name, number })
