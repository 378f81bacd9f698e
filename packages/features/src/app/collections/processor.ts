import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import { collectionRefresh } from "./queue.ts"
import { refreshCollection } from "./refresh.ts"

/** Evaluates the rule of one collection and stores its members. */
export const collectionRefreshProcessor = processor(collectionRefresh, ({ collectionId }) =>
  Effect.map(refreshCollection(collectionId), (changed) =>
    changed === undefined ? { skipped: true } : { added: changed.added, removed: changed.removed }
  )
)
