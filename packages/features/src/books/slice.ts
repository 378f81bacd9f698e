import { defineSlice } from "../defineSlice.ts"
import { bookKind } from "./kind.ts"

export const booksSlice = defineSlice({
  name: "books",
  about: "books and comics",
  stores: "nothing yet: what all items have in common",
  kinds: [bookKind]
})
