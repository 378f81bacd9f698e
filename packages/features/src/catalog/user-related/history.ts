import { privateHistory } from "../../EventHistory.ts"

export const userRelatedHistory = privateHistory({
  "user-related.rated.v1": "rated {target}",
  "user-related.favorited.v1": "changed whether {target} is a favorite"
})
