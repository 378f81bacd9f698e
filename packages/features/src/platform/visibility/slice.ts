import { defineSlice } from "../../defineSlice.ts"

export const visibilitySlice = defineSlice({
  name: "visibility",
  about: "the predicate every query of the others uses",
  stores: "nothing",
  concepts: {
    Visibility: "the one predicate of what an account may see"
  }
})
