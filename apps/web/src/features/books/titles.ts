import { defineMessages, translate } from "@/lib/messages"

/** Titles that routes and lists need. */
export const titles = defineMessages("books.titles", {
  allBooks: "All",
  authors: "Authors",
  series: "Series",
  seriesPart: "{name}, {number}",
  facets: "Browse by"
})

/** Returns the title of the page that lists all series or all authors. */
export const facetTitle = (facet: "series" | "authors"): string => translate(titles, facet)

/** Formats the number of a book in its series: "Saga, 3". */
export const seriesPart = (name: string, number: number): string =>
  translate(titles, "seriesPart", { name, number })
