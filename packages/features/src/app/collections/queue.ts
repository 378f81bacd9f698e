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

/** Evaluates the rule of a collection again; at most one job of it waits. */
export const refreshOf = (id: string, name: string, triggeredBy: string) =>
  enqueueItem(collectionRefresh, {
    payload: { collectionId: id },
    target: { type: "collection", id, label: plainText(name) },
    dedupeKey: id,
    triggeredBy
  })
