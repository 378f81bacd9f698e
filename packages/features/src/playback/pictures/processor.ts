import { RetryableFailure } from "@media/jobs/Failures"
import { CommitPhase } from "@media/jobs/CommitPhase"
import { overlappingProcessor } from "@media/jobs/OverlappingProcessor"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { prepareBackdrop } from "./backdrop.ts"
import { readImage } from "../../media/images/commands.ts"
import { artworkKinds, picturedKinds, roleKinds } from "./kinds.ts"
import { entryOf, makePicture } from "./make.ts"
import { imageThumbnail } from "./queue.ts"
import { recordRun, UnreadImage } from "./recordRun.ts"
import { followRoleFiles } from "./roles/fromFiles.ts"
import { type PictureSubject, pictureSubject } from "./subject.ts"

/** True if the file can be read. This job examines images itself. Files of other kinds must already be examined. */
const isReadable = ({ kind, source }: PictureSubject): boolean =>
  kind === "image" ? source.status !== "missing" : source.status === "ready"

/** Reads the metadata of an image file, or returns the reason why it cannot be examined. Undefined for other kinds. */
const examinationOf = ({ entry, kind, source }: PictureSubject) =>
  kind !== "image"
    ? Effect.succeed(undefined)
    : readImage(source, entry === null ? undefined : entryOf(source, entry)).pipe(
        Effect.catchTags({
          NoPicture: ({ reason }) => Effect.succeed(new UnreadImage({ reason })),
          DecoderBusy: ({ reason }) => new RetryableFailure({ message: reason }),
          FileUnopenable: ({ reason }) => new RetryableFailure({ message: reason })
        })
      )

const phases: Readonly<Record<string, string>> = {
  image: "Making the thumbnail",
  video: "Taking a frame of the video"
}

/**
 * Makes the picture of an item, and examines the file of an image. Temporary failures are retried. If no picture can be
 * made from a file, the reason is recorded. The results are written while the next job already runs. Without this
 * overlap, a worker slot that processed photos of 12 megapixels was idle for a fifth of the time.
 */
export const imageThumbnailProcessor = overlappingProcessor(imageThumbnail, ({ itemId }, context) =>
  Effect.gen(function* () {
    const found = yield* pictureSubject(itemId)
    if (Option.isNone(found)) return { skipped: "The item was removed" }
    const subject = found.value
    if (![...picturedKinds, ...artworkKinds].includes(subject.kind))
      return { skipped: "Items of this kind have no pictures yet" }
    if (roleKinds.includes(subject.kind))
      yield* followRoleFiles(itemId, { cause: imageThumbnail.name }).pipe(
        Effect.mapError(({ message }) => new RetryableFailure({ message }))
      )
    if (!isReadable(subject)) return { skipped: "The file cannot be read at the moment" }
    yield* context.progress({ phase: phases[subject.kind] ?? "Making the cover" })
    // The metadata does not depend on the picture, so both are read at the same time.
    const examining = yield* Effect.fork(Effect.either(examinationOf(subject)))
    const picture = yield* Effect.either(makePicture(subject, subject.choice))
    const examination = yield* Fiber.join(examining)
    const hasPoster = subject.kind === "video" && subject.artwork !== null
    const storeBackdrop = hasPoster ? yield* prepareBackdrop(itemId) : Effect.void
    return new CommitPhase(Effect.zipLeft(recordRun(subject, { picture, examination }), storeBackdrop))
  })
)
