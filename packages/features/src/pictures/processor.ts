import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { examineImage } from "../images/commands.ts"
import { recordOfPicture, renewPicture } from "./keep.ts"
import { entryOf } from "./make.ts"
import { picturedKinds } from "./kinds.ts"
import { imageThumbnail } from "./queue.ts"
import { pictureSubject } from "./subject.ts"

const meta = { cause: imageThumbnail.name } as const

/** What may pass is tried again; a file of which no picture can be made is recorded with its reason. */
export const imageThumbnailProcessor = processor(imageThumbnail, ({ itemId }) =>
  Effect.gen(function* () {
    const found = yield* pictureSubject(itemId)
    if (Option.isNone(found)) return { skipped: "The item was removed" }
    const { choice, entry, kind, source } = found.value
    if (!picturedKinds.includes(kind)) return { skipped: "Items of this kind have no pictures yet" }
    if (source.status !== "ready") return { skipped: "The file cannot be read at the moment" }
    // Both read the file with the same decoder; what it says of itself does not depend on whose picture is shown.
    if (kind === "image")
      yield* examineImage(source, meta, entry === null ? undefined : entryOf(source, entry)).pipe(
        Effect.catchTag("ProbeOutdated", () => Effect.void),
        Effect.catchTag("NoPicture", ({ reason }) =>
          Effect.logInfo("An image says nothing of itself", { itemId, reason })
        ),
        Effect.catchTags({
          NotFound: () => Effect.void,
          FileUnopenable: ({ reason }) => new RetryableFailure({ message: reason })
        })
      )
    return yield* renewPicture(found.value, meta).pipe(
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
  })
)
