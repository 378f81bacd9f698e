import { history } from "../../EventHistory.ts"

export const proposalHistory = history(
  { kind: "items", target: "item", targetIn: "itemId" },
  {
    "proposal.accepted.v1": {
      sentence: "accepted a result for {target}",
      untargeted: "accepted a result for a performer, studio or tag"
    },
    "proposal.rejected.v1": {
      sentence: "rejected a result for {target}",
      untargeted: "rejected a result for a performer, studio or tag"
    }
  }
)
