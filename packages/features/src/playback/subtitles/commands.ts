import { Conflict, Invalid, NotReady } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { commandBy } from "../../platform/access/Command.ts"
import type { SubtitleTrack } from "../../media/videos/subtitleContract.ts"
import { longestLabel, type SubtitlePatch } from "./contract.ts"
import { forgetCues, keepCues } from "./cues.ts"
import { subtitleDecider, type SubtitleCommand } from "./decider.ts"
import { languageOf } from "./language.ts"
import { requireVideo } from "../../media/videos/subtitleTracks.ts"
import { requireTrack } from "./queries.ts"
import { readSidecarName, sidecarEnding } from "./sidecarName.ts"
import { readGuarded } from "./text/Guarded.ts"

const execute = (principal: Principal, videoId: string, command: SubtitleCommand) =>
  commandBy(principal, { streamId: videoId, decider: subtitleDecider, command }).pipe(
    // This error cannot occur, because only the result of a probe can be outdated.
    Effect.catchTag("ProbeOutdated", (defect) => Effect.die(defect))
  )

/** The file does not contain supported subtitles. `message` is a message for users. */
export class NoSubtitles extends Data.TaggedError("NoSubtitles")<{ readonly message: string }> {}

const invalid = (path: string, message: string) =>
  new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] })

/** Normalizes a language. Returns null for an empty string and for `und`, because the language is then unknown. */
const requireLanguage = (text: string | null) =>
  Effect.gen(function* () {
    if (text === null || text.trim() === "" || text.trim().toLowerCase() === "und") return null
    const language = languageOf(text)
    return language ?? (yield* invalid("language", "must be a language, such as en, pt-BR or German"))
  })

const titleOf = (label: string | null): string | null => {
  const title = label === null ? "" : plainText(label).trim().slice(0, longestLabel).toWellFormed()
  return title === "" ? null : title
}

export interface Upload {
  readonly bytes: Buffer
  /** The file name on the client. */
  readonly fileName: string
  /** The language. Undefined to use the language in the file name. */
  readonly language: string | undefined
  readonly label: string | undefined
  readonly isForced: boolean | undefined
  readonly isHearingImpaired: boolean | undefined
}

/** Checks the permission to upload subtitles. Called before any bytes are read. */
export const requireUploader = (principal: Principal, id: string) =>
  Effect.flatMap(requireVideo(principal, id), (videoId) =>
    Effect.as(Access.require(principal, "edit-item", { id: videoId }), videoId)
  )

/** Stores uploaded subtitles for a video. Only the parsed content is stored, not the file. */
export const uploadSubtitles = Effect.fn("subtitles.upload")(function* (
  principal: Principal,
  id: string,
  { bytes, fileName, isForced, isHearingImpaired, label, language }: Upload
) {
  const videoId = yield* requireUploader(principal, id)
  const ending = sidecarEnding.exec(fileName)?.[1]
  if (ending === undefined)
    return yield* new NoSubtitles({ message: "Subtitle files must end in .srt, .vtt, .ass or .ssa." })
  // Read only the last three words of the file name, which contain the language and the flags. Earlier words are part
  // of the video's name.
  const named = readSidecarName(
    fileName
      .slice(0, -ending.length - 1)
      .split(/[.\s_]/)
      .slice(-3)
      .join("."),
    ending
  )
  const spoken = language === undefined ? named.language : yield* requireLanguage(language)
  const read = yield* readGuarded(bytes, named.format, spoken).pipe(
    Effect.catchTags({
      SubtitlesUnreadable: ({ reason }) => new NoSubtitles({ message: reason }),
      ReaderBusy: ({ reason }) => new NotReady({ reason })
    })
  )
  const track = {
    id: uuidv7(),
    language: spoken,
    title: titleOf(label ?? null),
    format: read.format,
    isDefault: false,
    isForced: isForced ?? named.isForced,
    isHearingImpaired: isHearingImpaired ?? named.isHearingImpaired,
    cues: read.cues
  }
  yield* transaction(
    Effect.zipRight(
      keepCues(videoId, { trackId: track.id, batches: read.batches }),
      execute(principal, videoId, { _tag: "Upload", track })
    )
  )
  return yield* requireTrack(principal, videoId, track.id)
})

/**
 * Returns the track if it was uploaded and the caller may edit it. Subtitles from files cannot be changed, because the
 * server does not modify a user's media files.
 */
const requireUploaded = (principal: Principal, id: string, trackId: string) =>
  Effect.gen(function* () {
    const track: SubtitleTrack = yield* requireTrack(principal, id, trackId)
    yield* Access.require(principal, "edit-item", { id })
    if (track.source !== "upload")
      return yield* new Conflict({
        reason:
          track.source === "embedded"
            ? "These subtitles are inside the video file. Only uploaded subtitles can be changed."
            : "These subtitles are in a file next to the video. Only uploaded subtitles can be changed."
      })
    return track
  })

export const labelSubtitles = Effect.fn("subtitles.label")(function* (
  principal: Principal,
  id: string,
  trackId: string,
  { label, language, ...flags }: SubtitlePatch
) {
  const track = yield* requireUploaded(principal, id, trackId)
  const known = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  yield* execute(principal, id, {
    _tag: "Label",
    id: track.id,
    ...known,
    ...(language === undefined ? {} : { language: yield* requireLanguage(language) }),
    ...(label === undefined ? {} : { title: titleOf(label) })
  })
  return yield* requireTrack(principal, id, trackId)
})

export const removeSubtitles = Effect.fn("subtitles.remove")(function* (
  principal: Principal,
  id: string,
  trackId: string
) {
  const track = yield* requireUploaded(principal, id, trackId)
  yield* transaction(
    Effect.zipRight(execute(principal, id, { _tag: "Remove", id: track.id }), forgetCues([track.id]))
  )
  return null
})
