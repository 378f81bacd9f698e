import { defineSlice } from "../../defineSlice.ts"
import { SimilarGroup } from "./contract.ts"
import { SimilarLive } from "./http.ts"

export const similarSlice = defineSlice({
  name: "similar",
  about: "items that have something in common with an item",
  stores: "nothing",
  groups: [[SimilarGroup, SimilarLive]]
})
