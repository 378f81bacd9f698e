import type { Decider } from "@media/event-store/Decider"
import { Conflict } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ProposalAccepted, ProposalEvent, ProposalRejected } from "./events.ts"

export type ProposalCommand =
  | ({ readonly _tag: "Accept" } & Omit<typeof ProposalAccepted.Type, "_tag">)
  | ({ readonly _tag: "Reject" } & Omit<typeof ProposalRejected.Type, "_tag">)

/** The reviewed proposals of one target, keyed by proposal id. */
type Reviews = ReadonlyMap<string, "accepted" | "rejected">

export const alreadyReviewed = () =>
  new Conflict({ reason: "Someone has already reviewed this result. Reload the list." })

/** Allows one decision per proposal. Rejecting a rejected proposal again changes nothing. */
export const proposalDecider: Decider<ProposalCommand, Reviews, ProposalEvent, Conflict> = {
  initial: new Map(),
  decide: (command, reviews) => {
    const known = reviews.get(command.proposalId)
    if (command._tag === "Reject") {
      const { _tag, ...review } = command
      if (known === "rejected") return Either.right([])
      return known === undefined
        ? Either.right([{ _tag: "proposal.rejected.v1" as const, ...review }])
        : Either.left(alreadyReviewed())
    }
    const { _tag, ...review } = command
    return known === undefined
      ? Either.right([{ _tag: "proposal.accepted.v1" as const, ...review }])
      : Either.left(alreadyReviewed())
  },
  // The stream also contains the other events of the target, which are ignored.
  evolve: (reviews, event) => {
    switch (event._tag) {
      case "proposal.accepted.v1":
        return new Map(reviews).set(event.proposalId, "accepted")
      case "proposal.rejected.v1":
        return new Map(reviews).set(event.proposalId, "rejected")
      default:
        return reviews
    }
  }
}
