import { history } from "../../EventHistory.ts"

/** Administrators read these sentences. The web app shows the title and the answer after each. */
export const requestHistory = history(
  { kind: "other", target: "account", targetIn: "accountId" },
  {
    "request.made.v1": "requested something that is missing",
    "request.answered.v1": "answered a request of {target}",
    "request.withdrawn.v1": "withdrew a request"
  }
)
