import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import { pictureDecider, type PictureCommand } from "./decider.ts"
import { makePicture } from "./make.ts"
import type { PictureSubject } from "./subject.ts"

/**
 * Records a picture. Returns false if the file or the choice changed in the meantime. The change has then already
 * requested a new picture.
 */
export const recordOfPicture = (itemId: string, command: PictureCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: itemId, decider: pictureDecider, command, meta })
  ).pipe(
    Effect.as(true),
    Effect.catchTag("ProbeOutdated", () => Effect.succeed(false))
  )

/**
 * Makes an item's picture, stores its bytes and records it, unless the same picture is already recorded. The bytes are
 * stored first, because a recorded picture can be requested immediately.
 */
export const renewPicture = (subject: PictureSubject, meta: EventMeta) =>
  Effect.gen(function* () {
    const { choice, source } = subject
    const store = yield* PictureStore
    const { made, set } = yield* makePicture(subject, choice)
    yield* store.write(source.id, set)
    const isRecorded = yield* recordOfPicture(source.id, { _tag: "RecordPicture", made, choice }, meta)
    return { made, isRecorded }
  }).pipe(Effect.withSpan("pictures.renew"))
