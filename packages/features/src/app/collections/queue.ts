import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const collectionRefresh = queue({
  name: "collection-refresh",
  label: "Collection refresh",
  payload: Schema.Struct({ collectionId: Uuid })
})

interface Named {
  readonly id: string
  readonly name: string
  readonly isShared: boolean
  readonly isNsfw: boolean
}

/**
 * Returns the job that evaluates the rule of a collection. At most one job per collection is queued. The label contains
 * the name only if every account may see the collection, because labels are visible to all users who may see jobs.
 */
export const refreshOf = ({ id, isNsfw, isShared, name }: Named, triggeredBy: string) =>
  enqueueItem(collectionRefresh, {
    payload: { collectionId: id },
    target: { type: "collection", id, label: isShared && !isNsfw ? plainText(name) : "Collection" },
    dedupeKey: id,
    triggeredBy
  })
