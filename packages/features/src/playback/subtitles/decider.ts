import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemEvent } from "../../catalog/items/events.ts"
import {
  evolveFile,
  noFile,
  type FileState,
  type ProbeOutdated,
  requireRegistered,
  requireSameFile
} from "../../catalog/items/fileState.ts"
import type { SubtitleEvent, SubtitleLabeled, SubtitlesExtracted, SubtitleUploaded } from "./events.ts"

export type UploadedTrack = (typeof SubtitleUploaded.Type)["track"]
type Labels = Omit<typeof SubtitleLabeled.Type, "_tag">

/** Commands for the subtitles of a video. Their events are in the video's stream. */
export type SubtitleCommand =
  | ({ readonly _tag: "RecordExtracted" } & Omit<typeof SubtitlesExtracted.Type, "_tag">)
  | { readonly _tag: "Upload"; readonly track: UploadedTrack }
  | ({ readonly _tag: "Label"; readonly id: string } & Partial<Labels>)
  | { readonly _tag: "Remove"; readonly id: string }

interface SubtitleState {
  readonly file: FileState
  readonly uploads: ReadonlyMap<string, Labels>
  /** The last extraction as JSON. If a new extraction is identical, no event is recorded. */
  readonly extracted: string | null
}

/** The maximum number of uploaded tracks per video. Without a limit, a script could fill the menu of every player. */
export const MOST_UPLOADS = 50

const labelsOf = ({ id, isDefault, isForced, isHearingImpaired, language, title }: Labels): Labels => ({
  id,
  isDefault,
  isForced,
  isHearingImpaired,
  language,
  title
})

const requireUpload = (state: SubtitleState, id: string) => {
  const labels = state.uploads.get(id)
  return labels === undefined ? Either.left(new NotFound({ what: "subtitle track" })) : Either.right(labels)
}

export const subtitleDecider: Decider<
  SubtitleCommand,
  SubtitleState,
  ItemEvent | SubtitleEvent,
  NotFound | Conflict | ProbeOutdated
> = {
  initial: { file: noFile, uploads: new Map(), extracted: null },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      switch (command._tag) {
        case "RecordExtracted": {
          yield* requireSameFile(command, state.file)
          const { _tag, ...found } = command
          return JSON.stringify(found) === state.extracted
            ? []
            : [{ _tag: "subtitle.extracted.v1" as const, ...found }]
        }
        case "Upload":
          if (state.uploads.size >= MOST_UPLOADS)
            return yield* Either.left(
              new Conflict({
                reason: `A video can have at most ${MOST_UPLOADS} uploaded subtitles. Remove one first.`
              })
            )
          return [{ _tag: "subtitle.uploaded.v1" as const, track: command.track }]
        case "Label": {
          const before = yield* requireUpload(state, command.id)
          const { _tag, ...changes } = command
          const labels = labelsOf({ ...before, ...changes })
          return JSON.stringify(labels) === JSON.stringify(before)
            ? []
            : [{ _tag: "subtitle.labeled.v1" as const, ...labels }]
        }
        case "Remove":
          yield* requireUpload(state, command.id)
          return [{ _tag: "subtitle.removed.v1" as const, id: command.id }]
      }
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "subtitle.extracted.v1": {
        const { mtimeMs, size, tracks } = event
        return { ...state, extracted: JSON.stringify({ size, mtimeMs, tracks }) }
      }
      case "subtitle.uploaded.v1":
        return { ...state, uploads: new Map([...state.uploads, [event.track.id, labelsOf(event.track)]]) }
      case "subtitle.labeled.v1":
        return { ...state, uploads: new Map([...state.uploads, [event.id, labelsOf(event)]]) }
      case "subtitle.removed.v1":
        return { ...state, uploads: new Map([...state.uploads].filter(([id]) => id !== event.id)) }
      default:
        return { ...state, file: evolveFile(state.file, event) }
    }
  }
}
