import { defineSlice } from "../../defineSlice.ts"
import { SimilarGroup } from "./contract.ts"
import { SimilarLive } from "./http.ts"

export const similarSlice = defineSlice({
  name: "similar",
  about: "finds items that are similar to an item",
  stores: "nothing",
  groups: [[SimilarGroup, SimilarLive]]
})
