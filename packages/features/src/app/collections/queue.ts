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
 * The job that evaluates the rule of a collection again; at most one job per collection waits. Everyone who sees jobs
 * can read its label, so it only names collections that everyone sees.
 */
export const refreshOf = ({ id, isNsfw, isShared, name }: Named, triggeredBy: string) =>
  enqueueItem(collectionRefresh, {
    payload: { collectionId: id },
    target: { type: "collection", id, label: isShared && !isNsfw ? plainText(name) : "Collection" },
    dedupeKey: id,
    triggeredBy
  })
