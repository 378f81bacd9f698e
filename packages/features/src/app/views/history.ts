import { privateHistory } from "../../EventHistory.ts"

export const viewHistory = privateHistory({
  "view.saved.v1": "saved a view",
  "view.removed.v1": "deleted a view"
})
