import type { AssetFailure } from "@media/assets/AssetErrors"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import type { Json } from "@media/kernel/Json"
import { transaction } from "@media/pg/Transaction"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { recordExamination } from "../images/commands.ts"
import { recordOfPicture } from "./keep.ts"
import type { makePicture, PictureInHand } from "./make.ts"
import { imageThumbnail } from "./queue.ts"
import type { PictureSubject } from "./subject.ts"

const meta = { cause: imageThumbnail.name } as const

type Examination = Parameters<typeof recordExamination>[1]
type NotMade = Effect.Effect.Error<ReturnType<typeof makePicture>>

/** What a job has of an item when its file is no longer needed. */
interface PictureRun {
  readonly picture: Either.Either<PictureInHand, NotMade>
  /** Undefined of what is no image, or says nothing of itself. */
  readonly examination: Either.Either<Examination | undefined, RetryableFailure>
}

/** How the job ends once all of it is recorded: an end that fails must not take the record with it. */
type End = Effect.Effect<Json, PermanentFailure | RetryableFailure>

const ended = (end: End): Effect.Effect<End> => Effect.succeed(end)
const again = ({ message }: { readonly message: string }) => ended(new RetryableFailure({ message }))

const recordFacts = (itemId: string, examination: Examination) =>
  Effect.catchTags(recordExamination(itemId, examination, meta), {
    ProbeOutdated: () => Effect.void,
    NotFound: () => Effect.void
  })

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
            : { skipped: "The file changed meanwhile; its picture follows" }
        )
      )
    ),
    Effect.catchTags({
      NoPicture: ({ code, reason }) =>
        Effect.as(
          recordOfPicture(id, { _tag: "RecordFailure", size, mtimeMs, reason, choice }, meta),
          // A format that we never promised to read is no failure.
          (code === "unknown-type"
            ? Effect.succeed({ skipped: reason })
            : new PermanentFailure({ message: reason })) as End
        ),
      FileUnopenable: ({ reason }) => again({ message: reason }),
      AssetFailure: again,
      MediaToolMissing: again,
      MediaProcessFailed: again,
      MediaProcessTimeout: again
    }),
    Effect.catchTag("NotFound", () => ended(Effect.succeed({ skipped: "The item was removed" })))
  )
}

/** Keeps the bytes, then records in one transaction what was made of an item and what its file says of itself. */
export const recordRun = (subject: PictureSubject, { examination, picture }: PictureRun) =>
  Effect.gen(function* () {
    const { id } = subject.source
    const store = yield* PictureStore
    const kept = yield* Effect.either(Effect.tap(picture, ({ set }) => store.write(id, set)))
    const facts = Either.getOrUndefined(examination)
    const end = yield* transaction(
      Effect.zipRight(facts === undefined ? Effect.void : recordFacts(id, facts), recordEnd(subject, kept))
    )
    yield* examination
    return yield* end
  }).pipe(Effect.withSpan("pictures.record"))
