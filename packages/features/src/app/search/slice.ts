import { defineSlice } from "../../defineSlice.ts"
import { SearchRoutes } from "./contract.ts"
import { SearchLive } from "./http.ts"

export const searchSlice = defineSlice({
  name: "search",
  about: "finds items and names of every kind, counts the values of a list, completes values",
  stores: "nothing",
  groups: [[SearchRoutes, SearchLive]],
  concepts: { namedKinds: "the kinds of names that have a page of their own" }
})
