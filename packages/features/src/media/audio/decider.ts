import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
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
import type { AudioDecoded, AudioEvent, AudioProbed } from "./events.ts"

/**
 * Commands that exist only for tracks. Their events are appended to the item's stream, together with the events that
 * all items share.
 */
export type AudioCommand =
  | ({ readonly _tag: "RecordProbe" } & Omit<typeof AudioProbed.Type, "_tag">)
  | ({ readonly _tag: "RecordDecoded" } & Omit<typeof AudioDecoded.Type, "_tag">)

interface AudioState {
  readonly file: FileState
}

export const audioDecider: Decider<
  AudioCommand,
  AudioState,
  ItemEvent | AudioEvent,
  NotFound | ProbeOutdated
> = {
  initial: { file: noFile },
  decide: (command, { file }) =>
    Either.gen(function* () {
      yield* requireRegistered(file)
      yield* requireSameFile(command, file)
      if (command._tag === "RecordDecoded") {
        const { _tag, ...decoded } = command
        return [{ _tag: "audio.decoded.v1" as const, ...decoded }]
      }
      const { _tag, ...probed } = command
      return [{ _tag: "audio.probed.v1" as const, ...probed }]
    }),
  evolve: (state, event) =>
    event._tag === "audio.probed.v1" || event._tag === "audio.decoded.v1"
      ? state
      : { file: evolveFile(state.file, event) }
}
