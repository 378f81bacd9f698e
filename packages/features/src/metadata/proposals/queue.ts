import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { SourceKind, type TargetKind } from "../../IdentifySource.ts"
import { IdentifyOptions } from "./decision.ts"

/**
 * The queue for jobs that exchange metadata with sources. Each job does one of three things: apply an accepted proposal
 * (`proposalId`), look up the items of a run (`identify`), or send pending data to a source (`deliver`).
 */
export const metadataImport = queue({
  name: "metadata-import",
  label: "Metadata import",
  payload: Schema.Struct({
    proposalId: Schema.optionalWith(Uuid, { exact: true }),
    identify: Schema.optionalWith(
      Schema.Struct({
        batchId: Uuid,
        accountId: Uuid,
        sources: Schema.Array(Schema.Struct({ kind: SourceKind, id: Schema.String })),
        options: IdentifyOptions
      }),
      { exact: true }
    ),
    deliver: Schema.optionalWith(Schema.Struct({ kind: SourceKind, id: Schema.String }), { exact: true })
  })
})
export type IdentifyWork = NonNullable<(typeof metadataImport)["payload"]["Type"]["identify"]>

/**
 * Returns the job that applies an accepted proposal. The label does not contain the title of the target, because all
 * administrators see the label, even those who may not see the target.
 */
export const importOf = (proposal: {
  readonly id: string
  readonly targetKind: typeof TargetKind.Type
  readonly targetId: string
  readonly sourceName: string
  readonly changeId: string
}) =>
  enqueueItem(metadataImport, {
    payload: { proposalId: proposal.id },
    target: {
      type: proposal.targetKind,
      id: proposal.targetId,
      label: `Accepted result of ${proposal.sourceName}`
    },
    dedupeKey: proposal.id,
    priority: workOrder.requested,
    batchId: proposal.changeId,
    triggeredBy: "manual"
  })

export const identifyOf = (work: IdentifyWork) =>
  enqueueItem(metadataImport, {
    payload: { identify: work },
    target: { type: "identify", id: work.batchId, label: "Identify" },
    dedupeKey: `identify/${work.batchId}`,
    priority: workOrder.requested,
    batchId: work.batchId,
    triggeredBy: "manual"
  })

interface Delivery {
  readonly kind: typeof SourceKind.Type
  readonly id: string
  readonly batchId: string
  /** The label of the job, which all administrators see. It must not contain titles of items. */
  readonly label: string
}

export const deliveryOf = ({ batchId, id, kind, label }: Delivery) =>
  enqueueItem(metadataImport, {
    payload: { deliver: { kind, id } },
    target: { type: "source", id: batchId, label },
    dedupeKey: `deliver/${batchId}`,
    priority: workOrder.requested,
    batchId,
    triggeredBy: "manual"
  })
