import { defineSlice } from "../../defineSlice.ts"
import { SearchRoutes } from "./contract.ts"
import { SearchLive } from "./http.ts"

export const searchSlice = defineSlice({
  name: "search",
  about: "finds items and names of every kind, counts the values of a list, completes values",
  stores: "nothing",
  groups: [[SearchRoutes, SearchLive]],
  concepts: {
    entityCounts: "the entities with the most items of one kind",
    entities: "performers, studios and tags by name and alias",
    facets: "the values of fields among the items of a list, counted",
    items: "the matches of one kind, ranked",
    namedKinds: "the kinds of names that have a page of their own",
    naming: "the texts that name items of a kind, as their indexes have them",
    people: "artists, authors and series whose name fits the words",
    read: "the text of the search box: words, phrases and conditions",
    similar: "which words tolerate typing mistakes, and their correction",
    suggest: "values of a field that complete a text",
    values: "the values of a field as rows",
    withinBound: "the time that the statements of a search may take"
  }
})
