import type { AssetFailure } from "@media/assets/AssetErrors"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { Json } from "@media/kernel/Json"
import { transaction } from "@media/pg/Transaction"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { EventStore } from "@media/event-store/EventStore"
import { recordExamination } from "../../media/images/commands.ts"
import { itemDecider } from "../../catalog/items/decider.ts"
import { recordOfPicture } from "./keep.ts"
import type { makePicture, PictureInHand } from "./make.ts"
import { imageThumbnail } from "./queue.ts"
import type { PictureSubject } from "./subject.ts"

const meta = { cause: imageThumbnail.name } as const

type Examination = Parameters<typeof recordExamination>[1]
type NotMade = Effect.Effect.Error<ReturnType<typeof makePicture>>

/** An image file cannot be examined. `reason` is a message for users. */
export class UnreadImage extends Data.Class<{ readonly reason: string }> {}

/** The results of a picture job that still have to be written. Writing them does not need the file of the item. */
interface PictureRun {
  readonly picture: Either.Either<PictureInHand, NotMade>
  /** Undefined for items other than images. */
  readonly examination: Either.Either<Examination | UnreadImage | undefined, RetryableFailure>
}

/**
 * The outcome of the job, as an effect that runs after the transaction with the results. If the job failed inside this
 * transaction, the failure would roll back the results.
 */
type End = Effect.Effect<Json, PermanentFailure | RetryableFailure>

const ended = (end: End): Effect.Effect<End> => Effect.succeed(end)
const again = ({ message }: { readonly message: string }) => ended(new RetryableFailure({ message }))

/** Records that an image cannot be examined. This changes the status of the image from `arriving` to `failed`. */
const recordUnread = ({ id, mtimeMs, size }: PictureSubject["source"], { reason }: UnreadImage) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: id,
      decider: itemDecider,
      command: { _tag: "RecordProbeFailure", size, mtimeMs, reason },
      meta
    })
  )

const recordFacts = (source: PictureSubject["source"], examination: Examination | UnreadImage) =>
  Effect.catchTags(
    examination instanceof UnreadImage
      ? recordUnread(source, examination)
      : recordExamination(source.id, examination, meta),
    { ProbeOutdated: () => Effect.void, NotFound: () => Effect.void, Conflict: Effect.die }
  )

const recordEnd = (
  { choice, source }: PictureSubject,
  kept: Either.Either<PictureInHand, NotMade | AssetFailure>
) => {
  const { id, mtimeMs, size } = source
  return kept.pipe(
    Effect.flatMap(({ made }) =>
      Effect.map(recordOfPicture(id, { _tag: "RecordPicture", made, choice }, meta), (isRecorded): End =>
        Effect.succeed(
          isRecorded
            ? { width: made.width, height: made.height }
            : { skipped: "The file has changed, so its picture will be made again" }
        )
      )
    ),
    Effect.catchTags({
      NoPicture: ({ code, reason }) =>
        Effect.as(
          recordOfPicture(id, { _tag: "RecordFailure", size, mtimeMs, reason, choice }, meta),
          // A format that the server does not claim to support is not a failure.
          (code === "unknown-type"
            ? Effect.succeed({ skipped: reason })
            : new PermanentFailure({ message: reason })) as End
        ),
      FileUnopenable: ({ reason }) => again({ message: reason }),
      AssetFailure: again,
      DecoderBusy: again,
      ReaderBusy: again,
      MediaToolMissing: again,
      MediaProcessFailed: again,
      MediaProcessTimeout: again
    }),
    Effect.catchTag("NotFound", () => ended(Effect.succeed({ skipped: "The item was removed" })))
  )
}

/** Stores the bytes, and then records the picture and the file's metadata in one transaction. */
export const recordRun = (subject: PictureSubject, { examination, picture }: PictureRun) =>
  Effect.gen(function* () {
    const { id } = subject.source
    const store = yield* PictureStore
    const kept = yield* Effect.either(Effect.tap(picture, ({ set }) => store.write(id, set)))
    const facts = Either.getOrUndefined(examination)
    const end = yield* transaction(
      Effect.zipRight(
        facts === undefined ? Effect.void : recordFacts(subject.source, facts),
        recordEnd(subject, kept)
      )
    )
    yield* examination
    return yield* end
  }).pipe(Effect.withSpan("pictures.record"))
