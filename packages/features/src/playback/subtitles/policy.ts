import { policy } from "@media/event-store/Policy"
import { ProbeFacts } from "@media/media-tools/ProbeFacts"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { VideoProbed } from "../../media/videos/events.ts"
import { subtitlesOf } from "./queue.ts"

const decodeFacts = Schema.decodeUnknownOption(ProbeFacts)

/** Queues the extraction of embedded tracks after a probe. Files next to videos are handled by the scan. */
export const subtitlesPolicy = policy<typeof VideoProbed.Type>({
  "video.probed.v1": ({ event, streamId }) => {
    const facts = Option.getOrUndefined(decodeFacts(event.facts))
    const hasTracks = facts?.streams.some(({ kind }) => kind === "subtitle") ?? false
    return hasTracks ? [subtitlesOf(streamId, "Subtitles in the file", "media-probe")] : []
  }
})
