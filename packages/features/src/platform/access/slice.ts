import { defineSlice } from "../../defineSlice.ts"

export const accessSlice = defineSlice({
  name: "access",
  about: "who may do what",
  stores: "nothing",
  open: ["Access"],
  concepts: {
    Access: "the closed set of acts, and the only reader of a role"
  }
})
