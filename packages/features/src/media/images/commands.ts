import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "@media/media-tools/PinnedFile"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import type { NoPicture } from "@media/pictures/PictureErrors"
import * as Effect from "effect/Effect"
import type { ItemSource } from "../../catalog/items/source.ts"
import { type Examination, imageDecider } from "./decider.ts"

/** What the file of an image says of itself; nothing is recorded yet. */
export const readImage = Effect.fn("images.read")(function* (
  source: ItemSource,
  /** Of an image that is no file of its own. */
  content?: Effect.Effect<Buffer, NoPicture | FileUnopenable>
) {
  const decoder = yield* ImageDecoder
  if (content !== undefined) {
    const { mtimeMs, size } = source
    return { ...(yield* decoder.facts(yield* content)), mtimeMs, size }
  }
  const { mtimeMs, path, size } = yield* pinFile(source.root.path, source.file)
  return { ...(yield* decoder.facts(path.toString())), mtimeMs, size }
}, Effect.scoped)

/** What was known already is no news. */
export const recordExamination = (itemId: string, examination: Examination, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: itemId,
      decider: imageDecider,
      command: { _tag: "RecordExamination", examination },
      meta
    })
  )
