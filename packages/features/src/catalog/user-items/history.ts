import { privateHistory } from "../../EventHistory.ts"

export const userItemHistory = privateHistory({
  "user-item.rated.v1": "rated {target}",
  "user-item.favorited.v1": "changed whether {target} is a favorite",
  "user-item.watched.v1": "changed whether {target} is watched"
})
