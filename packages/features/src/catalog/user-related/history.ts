import { privateHistory } from "../../EventHistory.ts"

export const userRelatedHistory = privateHistory(["user-related.rated.v1", "user-related.favorited.v1"])
