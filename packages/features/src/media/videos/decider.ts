import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemEvent } from "../../catalog/items/events.ts"
import {
  evolveFile,
  isNewContent,
  noFile,
  type FileStamp,
  type FileState,
  type ProbeOutdated,
  requireRegistered,
  requireSameFile
} from "../../catalog/items/fileState.ts"
import type { VideoEvent, VideoProbed } from "./events.ts"

/**
 * Commands that exist only for videos. Their events are appended to the item's stream, together with the events that
 * all items share.
 */
export type VideoCommand =
  | ({ readonly _tag: "RecordProbe" } & Omit<typeof VideoProbed.Type, "_tag">)
  | ({ readonly _tag: "RecordPlaybackFailure"; readonly reason: string } & FileStamp)
  | { readonly _tag: "RestorePlayback" }

interface VideoState {
  readonly file: FileState
  readonly playbackFailure: string | null
}

export const videoDecider: Decider<
  VideoCommand,
  VideoState,
  ItemEvent | VideoEvent,
  NotFound | ProbeOutdated
> = {
  initial: { file: noFile, playbackFailure: null },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      switch (command._tag) {
        case "RecordProbe": {
          yield* requireSameFile(command, state.file)
          const { _tag, ...probed } = command
          return [{ _tag: "video.probed.v1" as const, ...probed }]
        }
        case "RecordPlaybackFailure": {
          yield* requireSameFile(command, state.file)
          const { _tag, ...failure } = command
          return state.playbackFailure === failure.reason
            ? []
            : [{ _tag: "video.playback-failed.v1" as const, ...failure }]
        }
        case "RestorePlayback":
          return state.playbackFailure === null ? [] : [{ _tag: "video.playback-restored.v1" as const }]
      }
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "video.probed.v1":
      case "video.playback-restored.v1":
        return { ...state, playbackFailure: null }
      case "video.playback-failed.v1":
        return { ...state, playbackFailure: event.reason }
      default:
        return {
          file: evolveFile(state.file, event),
          playbackFailure: isNewContent(event) ? null : state.playbackFailure
        }
    }
  }
}
