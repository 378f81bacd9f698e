import { EventStore } from "@media/event-store/EventStore"
import * as Effect from "effect/Effect"
import { previewDecider, type PreviewCommand } from "./decider.ts"

/**
 * Records a preview. Returns false if the file changed in the meantime. The caller need not try again, because the
 * probe of the changed file queues new previews.
 */
export const record = (videoId: string, command: PreviewCommand) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: videoId, decider: previewDecider, command, meta: { cause: "preview" } })
  ).pipe(
    Effect.as(true),
    Effect.catchTag("ProbeOutdated", () => Effect.succeed(false))
  )
