import { defineSlice } from "../defineSlice.ts"

export const accessSlice = defineSlice({
  name: "access",
  about: "who may do what",
  stores: "nothing",
  concepts: {
    Access: "the closed set of acts, and the only reader of a role"
  }
})
