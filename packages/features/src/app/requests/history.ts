import { history } from "../../EventHistory.ts"

/** Sentences for the activity log. The web app adds the title and the answer. */
export const requestHistory = history(
  { kind: "other", target: "account", targetIn: "accountId" },
  {
    "request.made.v1": "requested something that is missing",
    "request.answered.v1": "answered a request from {target}",
    "request.withdrawn.v1": "withdrew a request"
  }
)
