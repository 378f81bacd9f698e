import { privateHistory } from "../../EventHistory.ts"

export const viewHistory = privateHistory(["view.saved.v1", "view.removed.v1"])
