import { policy } from "@media/event-store/Policy"
import type { ItemEvent } from "../../catalog/items/events.ts"
import { pictureOf } from "./queue.ts"

const imageOf = (id: string, label: string) =>
  pictureOf({ id, kind: "image", label, triggeredBy: "library-scan" })

/** Returns the kind of item to which a picture file belongs: a video, a season or a series. */
const kindOf = (artwork: unknown): string => {
  const [first] = Object.values((artwork ?? {}) as Record<string, { readonly of?: string }>)
  return first?.of ?? "video"
}

/**
 * Queues the pictures of images as soon as they are found. The pictures of videos are queued after the probe: see
 * `videos/processor.ts`.
 */
export const picturesPolicy = policy<ItemEvent>({
  "item.registered.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, event.path)] : [],
  "item.entry-registered.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, event.name)] : [],
  // The picture files of a video, season or series have changed.
  "item.sourced.v1": ({ event, streamId }) =>
    "artwork" in event.set || event.clear.includes("artwork")
      ? [
          pictureOf({
            id: streamId,
            kind: kindOf(event.set["artwork"]),
            label: "Changed artwork",
            triggeredBy: "library-scan"
          })
        ]
      : [],
  "item.file-changed.v1": ({ event, streamId }) =>
    event.kind === "image" ? [imageOf(streamId, "Changed file")] : []
})
