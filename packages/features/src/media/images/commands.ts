import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "@media/media-tools/PinnedFile"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import type { NoPicture } from "@media/pictures/PictureErrors"
import * as Effect from "effect/Effect"
import type { ItemSource } from "../../catalog/items/source.ts"
import { type Examination, imageDecider } from "./decider.ts"

/** Reads the metadata of an image file without recording it. */
export const readImage = Effect.fn("images.read")(function* (
  source: ItemSource,
  /** Provides the bytes of an image in an archive, which has no file of its own. */
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

/** Records the metadata of an image, unless the same metadata is already recorded. */
export const recordExamination = (itemId: string, examination: Examination, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: itemId,
      decider: imageDecider,
      command: { _tag: "RecordExamination", examination },
      meta
    })
  )
