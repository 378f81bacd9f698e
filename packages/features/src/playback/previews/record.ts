import { EventStore } from "@media/event-store/EventStore"
import * as Effect from "effect/Effect"
import { previewDecider, type PreviewCommand } from "./decider.ts"

/** False if the file changed meanwhile. Its probe then queues its previews. */
export const record = (videoId: string, command: PreviewCommand) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: videoId, decider: previewDecider, command, meta: { cause: "preview" } })
  ).pipe(
    Effect.as(true),
    Effect.catchTag("ProbeOutdated", () => Effect.succeed(false))
  )
