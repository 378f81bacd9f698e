import { defineSlice } from "../../defineSlice.ts"
import { SearchRoutes } from "./contract.ts"
import { SearchLive } from "./http.ts"

export const searchSlice = defineSlice({
  name: "search",
  about: "finds items and names of every kind, and suggests and counts values of fields",
  stores: "nothing",
  groups: [[SearchRoutes, SearchLive]],
  concepts: {
    entityCounts: "finds the entities with the most items of one kind",
    entities: "finds and suggests performers, studios and tags by name or alias",
    facets: "counts the values of fields among the items of a list",
    items: "finds and ranks the matching items of one kind",
    namedKinds: "the kinds of names that have their own page",
    naming: "the text that is searched for each kind of item, as indexed",
    people: "finds performers, studios, tags, artists, authors and book series by name",
    read: "parses the text in the search box into words, phrases and conditions",
    similar: "decides which words tolerate typing mistakes, and corrects them",
    suggest: "suggests values of a field that complete a text",
    values: "reads the values of a field as rows",
    withinBound: "runs a search within its time limit"
  }
})
