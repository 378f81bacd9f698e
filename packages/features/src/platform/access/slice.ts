import { defineSlice } from "../../defineSlice.ts"

export const accessSlice = defineSlice({
  name: "access",
  about: "who may do what",
  stores: "nothing",
  open: ["Access", "Command"],
  concepts: {
    Access: "the closed set of acts, and the only reader of a role",
    Command: "commands of an account: who caused an event, and 409 for a stream that changed meanwhile"
  }
})
