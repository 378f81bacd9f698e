import { defineSlice } from "../defineSlice.ts"
import { BooksGroup } from "./contract.ts"
import { BooksLive } from "./http.ts"
import { bookKind } from "./kind.ts"
import { bookSourceRoute } from "./raw.ts"

export const booksSlice = defineSlice({
  name: "books",
  about: "books and comics",
  stores: "nothing yet: what all items have in common",
  groups: [[BooksGroup, BooksLive]],
  raw: [bookSourceRoute],
  kinds: [bookKind]
})
