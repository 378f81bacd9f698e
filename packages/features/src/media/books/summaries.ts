import { itemSummary } from "../../ItemSummaries.ts"
import type { BookRead } from "./events.ts"

export const bookSummary = itemSummary<typeof BookRead.Type>({
  event: "book.read.v1",
  isExamination: true,
  source: "tags",
  values: ({ authors, set }) => ({
    ...set,
    authors: authors.length === 0 ? null : authors
  })
})
