import { privateHistory } from "../../EventHistory.ts"

export const userItemHistory = privateHistory([
  "user-item.rated.v1",
  "user-item.favorited.v1",
  "user-item.watched.v1"
])
