import { privateHistory } from "../../EventHistory.ts"

export const bookmarkHistory = privateHistory({
  "bookmark.added.v1": "added a bookmark to {target}",
  "bookmark.renamed.v1": "renamed a bookmark of {target}",
  "bookmark.removed.v1": "removed a bookmark of {target}"
})
