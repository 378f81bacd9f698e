import { defineSlice } from "../../defineSlice.ts"

export const visibilitySlice = defineSlice({
  name: "visibility",
  about: "the SQL conditions with which all other slices limit their queries to what an account may see",
  stores: "nothing",
  concepts: {
    Visibility: "the only place that decides what an account may see"
  }
})
