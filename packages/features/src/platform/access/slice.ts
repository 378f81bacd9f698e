import { defineSlice } from "../../defineSlice.ts"

export const accessSlice = defineSlice({
  name: "access",
  about: "permissions: decides which actions an account may perform",
  stores: "nothing",
  open: ["Access", "Command"],
  concepts: {
    Access:
      "the complete list of actions that need a permission, and the only code that reads an account's role",
    Command: "runs commands of an account: adds the actor to events, and returns 409 on concurrent changes"
  }
})
