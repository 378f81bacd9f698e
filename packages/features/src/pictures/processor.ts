import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { examineImage } from "../images/commands.ts"
import type { ItemSource } from "../items/source.ts"
import { recordOfPicture, renewPicture } from "./keep.ts"
import { entryOf } from "./make.ts"
import { picturedKinds } from "./kinds.ts"
import { imageThumbnail } from "./queue.ts"
import { type PictureSubject, pictureSubject } from "./subject.ts"

const meta = { cause: imageThumbnail.name } as const

const examine = (source: ItemSource, entry: string | null) =>
  examineImage(source, meta, entry === null ? undefined : entryOf(source, entry)).pipe(
    Effect.catchTag("ProbeOutdated", () => Effect.void),
    Effect.catchTag("NoPicture", ({ reason }) =>
      Effect.logInfo("An image says nothing of itself", { itemId: source.id, reason })
    ),
    Effect.catchTags({
      NotFound: () => Effect.void,
      FileUnopenable: ({ reason }) => new RetryableFailure({ message: reason })
    })
  )

const renew = (itemId: string, subject: PictureSubject) => {
  const { choice, source } = subject
  return renewPicture(subject, meta).pipe(
    Effect.map(({ isRecorded, made }) =>
      isRecorded
        ? { width: made.width, height: made.height }
        : { skipped: "The file changed meanwhile; its picture follows" }
    ),
    Effect.catchTags({
      NotFound: () => Effect.succeed({ skipped: "The item was removed" }),
      NoPicture: ({ code, reason }) =>
        Effect.zipRight(
          recordOfPicture(
            itemId,
            { _tag: "RecordFailure", size: source.size, mtimeMs: source.mtimeMs, reason, choice },
            meta
          ),
          // A format that we never promised to read is no failure.
          code === "unknown-type"
            ? Effect.succeed({ skipped: reason })
            : new PermanentFailure({ message: reason })
        ),
      FileUnopenable: ({ reason }) => new RetryableFailure({ message: reason }),
      AssetFailure: ({ message }) => new RetryableFailure({ message }),
      MediaToolMissing: ({ message }) => new RetryableFailure({ message }),
      MediaProcessFailed: ({ message }) => new RetryableFailure({ message }),
      MediaProcessTimeout: ({ message }) => new RetryableFailure({ message })
    })
  )
}

/** What may pass is tried again; a file of which no picture can be made is recorded with its reason. */
export const imageThumbnailProcessor = processor(imageThumbnail, ({ itemId }) =>
  Effect.gen(function* () {
    const found = yield* pictureSubject(itemId)
    if (Option.isNone(found)) return { skipped: "The item was removed" }
    const { entry, kind, source } = found.value
    if (!picturedKinds.includes(kind)) return { skipped: "Items of this kind have no pictures yet" }
    if (source.status !== "ready") return { skipped: "The file cannot be read at the moment" }
    // What the file says of itself does not depend on whose picture is shown. It is recorded while the pixels are decoded: waiting
    // for the database took a tenth of the job.
    const examined = kind === "image" ? yield* Effect.fork(examine(source, entry)) : undefined
    const renewed = yield* Effect.exit(renew(itemId, found.value))
    if (examined !== undefined) yield* Fiber.join(examined)
    return yield* renewed
  })
)
