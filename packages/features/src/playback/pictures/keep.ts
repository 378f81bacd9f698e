import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import { pictureDecider, type PictureCommand } from "./decider.ts"
import { makePicture } from "./make.ts"
import type { PictureSubject } from "./subject.ts"

/** False when the file or the choice is another one by now: the change itself asks for its picture. */
export const recordOfPicture = (itemId: string, command: PictureCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: itemId, decider: pictureDecider, command, meta })
  ).pipe(
    Effect.as(true),
    Effect.catchTag("ProbeOutdated", () => Effect.succeed(false))
  )

/**
 * Makes the picture of an item, keeps its bytes and records it; made again, equal bytes are no new picture. The bytes come
 * first: a picture that is named can be asked for.
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
