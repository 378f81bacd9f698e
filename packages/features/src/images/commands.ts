import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import type { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "@media/media-tools/PinnedFile"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import type { NoPicture } from "@media/pictures/PictureErrors"
import * as Effect from "effect/Effect"
import type { ItemSource } from "../items/source.ts"
import { imageDecider } from "./decider.ts"

/**
 * Reads what the file of an image says of itself and records it; what was known already is no news. A file that says
 * nothing is none of our troubles here: its picture fails with the reason.
 */
export const examineImage = Effect.fn("images.examine")(function* (
  source: ItemSource,
  meta: EventMeta,
  /** Of an image that is no file of its own. */
  content?: Effect.Effect<Buffer, NoPicture | FileUnopenable>
) {
  const decoder = yield* ImageDecoder
  const examination = yield* Effect.scoped(
    Effect.gen(function* () {
      if (content !== undefined) {
        const { mtimeMs, size } = source
        return { ...(yield* decoder.facts(yield* content)), mtimeMs, size }
      }
      const { mtimeMs, path, size } = yield* pinFile(source.root.path, source.file)
      return { ...(yield* decoder.facts(path.toString())), mtimeMs, size }
    })
  )
  const store = yield* EventStore
  yield* store.execute({
    streamId: source.id,
    decider: imageDecider,
    command: { _tag: "RecordExamination", examination },
    meta
  })
})
