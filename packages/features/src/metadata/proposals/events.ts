import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"
import { ItemKind } from "../../ItemKind.ts"

/**
 * Fields that both review events share. Reviews are recorded in the target's stream, so that the target's history shows
 * who accepted or rejected the proposal.
 */
const reviewed = {
  proposalId: Uuid,
  targetKind: Schema.Union(ItemKind, EntityKind),
  /** The target if it is an item. Null if it is a performer, studio or tag. */
  itemId: Schema.NullOr(Uuid),
  source: Schema.Struct({
    kind: Schema.Literal("scraper", "stashbox", "plugin", "nfo"),
    id: Schema.String,
    name: Schema.String
  })
}
export const ProposalAccepted = event("proposal.accepted.v1", {
  ...reviewed,
  /** The batch id of the changes that the job makes when it writes the accepted proposal. */
  changeId: Uuid,
  /** The fields, values, entities and pictures that the reviewer or the options of a run selected. */
  decision: Schema.Record({ key: Schema.String, value: Schema.Unknown })
})
export const ProposalRejected = event("proposal.rejected.v1", reviewed)

export const ProposalEvent = Schema.Union(ProposalAccepted, ProposalRejected)
export type ProposalEvent = typeof ProposalEvent.Type
export const proposalEvents = ProposalEvent.members
