import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import { pictureDecider, type PictureCommand } from "./decider.ts"
import { makePicture } from "./make.ts"
import type { PictureSubject } from "./subject.ts"

/**
 * Records a picture. Returns false if the file or the choice changed in the meantime. The caller need not try again,
 * because that change has queued a new picture job.
 */
export const recordOfPicture = (itemId: string, command: PictureCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: itemId, decider: pictureDecider, command, meta })
  ).pipe(
    Effect.as(true),
    Effect.catchTag("ProbeOutdated", () => Effect.succeed(false))
  )

/**
 * Makes an item's picture, stores its bytes and then records it. The bytes are stored first, because clients may
 * request a picture as soon as it is recorded. Recording the same picture again has no effect.
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
