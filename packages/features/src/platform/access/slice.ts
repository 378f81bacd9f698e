import { defineSlice } from "../../defineSlice.ts"

export const accessSlice = defineSlice({
  name: "access",
  about: "permissions: decides who may perform which act",
  stores: "nothing",
  open: ["Access", "Command"],
  concepts: {
    Access: "the closed set of acts, and the only code that reads an account's role",
    Command: "runs commands of an account: adds the actor to events, and returns 409 on concurrent changes"
  }
})
