import { privateHistory } from "../../EventHistory.ts"

export const collectionHistory = privateHistory({
  "collection.saved.v1": "saved a collection",
  "collection.entries-set.v1": "changed the items of a collection",
  "collection.entries-removed.v1": "removed items from a collection",
  "collection.removed.v1": "deleted a collection"
})
