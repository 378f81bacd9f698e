import type { JobContext } from "@media/jobs/JobContext"
import { RetryableFailure } from "@media/jobs/Failures"
import { millisOfUuidv7 } from "@media/kernel/Ids"
import { pinFile } from "@media/media-tools/PinnedFile"
import { mainVideo } from "@media/media-tools/ProbeFacts"
import { PreviewStore } from "@media/pictures/PreviewStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isSameFile } from "../../catalog/items/fileState.ts"
import { currentSettings } from "../../platform/settings/queries.ts"
import type { VideoSource } from "../../media/videos/source.ts"
import { makeClip } from "./clip.ts"
import { previewsKnown } from "./queries.ts"
import { makeTrickplay } from "./trickplay.ts"

const retry = ({ message }: { readonly message: string }) => new RetryableFailure({ message })

/**
 * Makes the thumbnails and the clip of a video according to the settings. Existing previews are kept. A rebuild remakes
 * only previews that are older than the request to rebuild. A retry of the rebuild therefore keeps the previews that
 * were already remade. Temporary failures fail the job, which is retried. Permanent failures are recorded with the
 * reason.
 */
export const makePreviews = (source: VideoSource, context: JobContext, isRebuild: boolean) =>
  Effect.gen(function* () {
    const settings = yield* currentSettings
    const facts = Option.getOrUndefined(source.probe)
    const video = facts === undefined ? undefined : mainVideo(facts)
    if (facts === undefined || video === undefined)
      return { skipped: "The file contains no video that can be decoded" }
    if (!settings.generate_trickplay && !settings.generate_preview_clips)
      return { skipped: "Previews are switched off in the settings" }
    const { path, ...stamp } = yield* pinFile(source.root.path, source.file)
    if (!isSameFile(stamp, source))
      return { skipped: "The file has changed and will be examined before its previews are made" }

    const madeSince = isRebuild ? millisOfUuidv7(context.jobRunId) : 0
    const subject = { id: source.id, path, stamp, facts, video, madeSince, context }
    yield* context.progress({ percent: 0, phase: "Preview pictures" })
    const known = yield* previewsKnown(source.id)
    const store = yield* PreviewStore
    const trickplay = settings.generate_trickplay
      ? yield* makeTrickplay(subject, settings, known?.trickplay)
      : known?.trickplay?.version
    const clip = settings.generate_preview_clips ? yield* makeClip(subject) : known?.clipVersion
    // The previous files are deleted last, so that a concurrent request always finds either the old or the new files.
    yield* store.keepOnly(
      source.id,
      [trickplay, clip].filter((version) => version !== undefined)
    )
    yield* context.progress({ percent: 100, phase: "Done" })
    return { trickplay: trickplay !== undefined, clip: clip !== undefined }
  }).pipe(
    Effect.scoped,
    Effect.catchTags({
      NotFound: () => Effect.succeed({ skipped: "The video was removed" }),
      FileUnopenable: retry,
      MediaToolMissing: retry,
      MediaProcessFailed: retry,
      MediaProcessTimeout: retry,
      AssetFailure: retry
    }),
    Effect.withSpan("previews.make")
  )
