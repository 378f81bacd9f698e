import { privateHistory } from "../../EventHistory.ts"

export const bookmarkHistory = privateHistory([
  "bookmark.added.v1",
  "bookmark.renamed.v1",
  "bookmark.removed.v1"
])
